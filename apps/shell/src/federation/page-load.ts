import type { ComponentType } from 'react';
import type { BootRemote, BootRoute, LoadPhase } from '@site/contracts';
import type { AliveModule, RemoteRoutesModule } from '@site/host';
import type { Attempt } from './load-plan.ts';
import type { BrokenReleases, RemoteSource } from './remote-source.ts';

export const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));

export interface LoadFailure {
  readonly remote: string;
  readonly release: string;
  readonly path: string;
  readonly phase: LoadPhase;
  readonly message: string;
  /** The release that took over; null if none did, so that the visitor sees the error card. */
  readonly served: string | null;
}

export type PageLoad =
  | { readonly status: 'loading'; readonly phase: LoadPhase }
  | {
      readonly status: 'loaded';
      readonly phase: 'render' | 'ready';
      readonly Component: ComponentType;
      /** The release that the page was loaded from: the live one, or the one that took over. */
      readonly release: string;
      readonly rounds: number;
    }
  | { readonly status: 'failed'; readonly failure: LoadFailure; readonly rounds: number; readonly threw: boolean };

interface FederationRuntime {
  loadRoutes(container: string, entry: string): Promise<RemoteRoutesModule>;
}

/** The outside world, as the loader needs it. */
export interface LoaderPorts {
  importRuntime(): Promise<FederationRuntime>;
  /** Requests the page's files below `base`; resolves when its styles apply. */
  preload(source: RemoteSource, base: string): Promise<void>;
  /** Removes the styles below `base` from the document, because another release's page is shown. */
  retire(base: string): void;
  /** Returns true if any file below `base` has arrived completely since that time: a slow connection, not a hanging release. */
  hasArrived(base: string, since: number): boolean;
  /** Returns true if all scripts of the attempt have arrived. */
  haveAllArrived(attempt: Attempt): boolean;
  /** Aborts all pending requests: those that hang occupy the few connections that a browser opens to a server. */
  abandonRequests(): void;
  /** Returns true if the server has the page's scripts below `base` now, and reloading the document would lose nothing. */
  isServed(source: RemoteSource, base: string): Promise<boolean>;
  /** Reloads the document. */
  reload(): void;
  readonly broken: BrokenReleases;
  /** After this many milliseconds without a response the previous release is requested; after half that time, the second address. */
  fallbackDelay(): number;
  /** Resolves in a later task, after everything in this one has started. */
  nextTask(): Promise<void>;
  readonly clock: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'> & { now(): number };
  /** The page is on screen. */
  shown(source: RemoteSource, path: string): void;
  /** A release threw this. If the release fails because of it, the failure is reported next. */
  caught(source: RemoteSource, cause: unknown): void;
  report(failure: LoadFailure): void;
}

export interface RemoteLoader {
  /** Starts loading a page unless it is loaded or loading; a page that failed is loaded again. */
  load(remote: BootRemote, route: BootRoute): void;
  /** Preloads what `load` will request. */
  prefetch(remote: BootRemote, route: BootRoute): void;
  /** The page has been shown. */
  ready(remote: BootRemote, route: BootRoute): void;
  /** The visitor requests the page again; releases that failed in this visit get another chance. */
  retry(remote: BootRemote, route: BootRoute): void;
  /** The page threw. Returns true if another release takes over. */
  threw(remote: BootRemote, route: BootRoute, cause: unknown): boolean;
  /** Loads the module that draws a page's exhibit in its card, from the page's first address. One attempt, not reported. */
  drawing(remote: BootRemote, route: BootRoute): Promise<AliveModule>;
  state(route: BootRoute): PageLoad;
  subscribe(remote: BootRemote, route: BootRoute, onChange: () => void): () => void;
}

export const LOADING: PageLoad = { status: 'loading', phase: 'resolve' };

/** For the server, which does not render remotes' pages. */
export const idleLoader: RemoteLoader = {
  load: () => {},
  prefetch: () => {},
  ready: () => {},
  retry: () => {},
  threw: () => false,
  drawing: () => new Promise(() => {}),
  state: () => LOADING,
  subscribe: () => () => {},
};
