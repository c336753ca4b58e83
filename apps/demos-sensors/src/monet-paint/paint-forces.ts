import { createTiltFlow } from './tilt-flow.ts';

const PUSH_TICKS = 24;

/** The force on all of the paint: the tilt of the device, and briefly an arrow key. In multiples of gravity, along the screen. */
export interface PaintForces {
  tilt(x: number, y: number, at: number): void;
  push(x: number, y: number): void;
  tick(): void;
  now(): { readonly tiltX: number; readonly tiltY: number };
  tiltAlone(): { readonly tiltX: number; readonly tiltY: number };
}

export function createPaintForces(): PaintForces {
  const flow = createTiltFlow();
  let push = { x: 0, y: 0, ticks: 0 };
  return {
    tilt: (x, y, at) => void flow.addReading(x, y, at),
    push(x, y) {
      push = { x, y, ticks: PUSH_TICKS };
    },
    tick() {
      if (push.ticks > 0) push = { ...push, ticks: push.ticks - 1 };
    },
    now() {
      const { x, y } = push.ticks > 0 ? push : { x: 0, y: 0 };
      return { tiltX: flow.x + x, tiltY: flow.y + y };
    },
    tiltAlone: () => ({ tiltX: flow.x, tiltY: flow.y }),
  };
}
