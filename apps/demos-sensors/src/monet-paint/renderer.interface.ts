import type { Brushes } from './brush.ts';
import type { Undoable } from './paint-history.ts';
import type { Settings } from './settings.ts';
import type { Showing } from './renderer.state.ts';

export interface Readout {
  readonly width: number;
  readonly height: number;
  readonly strokes: number;
  readonly framesPerSecond: number;
  readonly tiltX: number;
  readonly tiltY: number;
}

/** Runs the effects of the picture's state machine (`renderer.state.ts`). React gets state changes, never frames. */
export interface Renderer {
  readonly brushes: Brushes;
  readonly step: () => void;
  readonly draw: () => void;
  attach(canvas: HTMLCanvasElement, plain: HTMLCanvasElement, listener: RendererListener): () => void;
  set(settings: Settings): void;
  setPaused(paused: boolean): void;
  tilt(x: number, y: number, at: number): void;
  /** Pushes all the paint, as an arrow key does. */
  push(x: number, y: number): void;
  /** Starts again from the composition; undo brings the paint back. */
  reset(): void;
  undo(): void;
  redo(): void;
  save(isLarge: boolean): Promise<Blob>;
  /** How often the painting was changed, other than by flowing: tells whether a file still shows it. */
  changes(): number;
}

export interface RendererListener {
  state(showing: Showing): void;
  readout(readout: Readout): void;
  undoable(undoable: Undoable): void;
}
