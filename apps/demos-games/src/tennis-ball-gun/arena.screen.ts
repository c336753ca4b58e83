import { scaleFor, type Size } from './field-view.ts';
import { createPicture } from './game.draw.ts';
import type { Point } from './game.input.ts';
import type { Match } from './match.ts';

/** Connects the game to the window: size of the stage, coordinates of the field, and drawing. */
export interface Screen {
  size(): Size;
  prefersReducedMotion(): boolean;
  fit(match: Match): void;
  paint(match: Match, crosshair: Point | undefined, ahead: number): void;
  toField(match: Match, clientX: number, clientY: number): Point;
}

export function createScreen(hall: HTMLCanvasElement, moving: HTMLCanvasElement, stage: HTMLElement): Screen {
  const picture = createPicture(hall, moving);
  const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)');
  const size = () => ({ width: stage.clientWidth, height: stage.clientHeight });
  return {
    size,
    prefersReducedMotion: () => reducedMotion.matches,
    fit: ({ game }) => picture.fit(game, scaleFor(game, size()), window.devicePixelRatio || 1),
    paint: ({ game, effects, aim }, crosshair, ahead) => picture.draw(game, { effects, aim, crosshair, ahead }),
    toField({ game }, clientX, clientY) {
      const box = moving.getBoundingClientRect();
      if (box.width === 0) return { x: clientX, y: clientY };
      const scale = game.width / box.width;
      return { x: (clientX - box.left) * scale, y: (clientY - box.top) * scale };
    },
  };
}
