import type { ComponentType } from 'react';

/** An exhibit drawn small. The shell's one frame loop runs it: sixty steps a second, and one drawing per frame. */
export interface AliveDrawing {
  readonly step: () => void;
  /** `ahead` is the fraction of the next step that has passed, from 0 to 1. */
  readonly draw: (ahead: number) => void;
}

export interface AliveOptions {
  /** The picture below the canvas, loaded. */
  readonly still: HTMLImageElement;
  readonly scheme: 'light' | 'dark';
  /** The value of one of the site's tokens, such as `--ground`, in the visitor's scheme. */
  readonly token: (name: string) => string;
}

/** What the module that a route names as `alive` exports. */
export interface AliveModule {
  /**
   * The canvas covers the still and has the size of its box in device pixels; where it is transparent, the still shows through.
   * The first drawing shows what the still shows, so that nothing jumps.
   */
  readonly start: (canvas: HTMLCanvasElement, options: AliveOptions) => AliveDrawing;
}

/** One page of a remote, under the exact path that its contract claims. */
export interface RemoteRouteModule {
  readonly path: string;
  readonly lazy: () => Promise<{ readonly Component: ComponentType }>;
  /** Present if the contract names such a module. */
  readonly alive?: () => Promise<AliveModule>;
}

/** What a remote exposes as `./routes`. The shell renders the heading and the frame; `Component` is the content below. */
export interface RemoteRoutesModule {
  readonly routes: readonly RemoteRouteModule[];
}
