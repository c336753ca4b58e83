import type { TurnedElement } from '../clock-hands.ts';

/** A face without a document, and the numbers that its hands are set to. */
export function aFace() {
  const shown: Record<string, number> = {};
  const face: TurnedElement = {
    dataset: {},
    style: {
      setProperty: (name, value) => {
        shown[name] = Number.parseFloat(value ?? '');
      },
    },
  };
  return { face, shown };
}

/** An angle in degrees, from 0 up to 360. */
export const turn = (degrees: number) => ((degrees % 360) + 360) % 360;
/** Degrees between two directions, at most 180. */
export const apart = (a: number, b: number) => Math.min(turn(a - b), turn(b - a));
