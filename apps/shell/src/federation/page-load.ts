import type { ComponentType } from 'react';
import type { BootRemote, BootRoute, LoadPhase } from '@site/contracts';
import type { RemoteRoutesModule } from '@site/host';
import type { BrokenReleases, RemoteSource } from './remote-source.ts';

export interface LoadFailure {
  readonly remote: string;
  readonly release: string;
  readonly path: string;
  readonly phase: LoadPhase;
  readonly message: string;
  /** The release that took over; null: none did, and the visitor sees the card. */
  readonly served: string | null;
}

export type PageLoad =
  | { readonly status: 'loading'; readonly phase: LoadPhase }
  | {
      readonly status: 'loaded';
      readonly phase: 'render' | 'ready';
      readonly Component: ComponentType;
      /** Whose page it is: the live release, or the one that took over. */
      readonly release: string;
      readonly rounds: number;
    }
  | { readonly status: 'failed'; readonly failure: LoadFailure; readonly rounds: number };

interface FederationRuntime {
  loadRoutes(container: string, entry: string): Promise<RemoteRoutesModule>;
}

/** The outside world, as the loader needs it. */
export interface LoaderPorts {
  importRuntime(): Promise<FederationRuntime>;
  /** Asks the browser for the page's files below `base`; resolves when its styles apply. */
  preload(source: RemoteSource, base: string): Promise<void>;
  /** Takes the styles below `base` out of the document: another release's page is shown. */
  retire(base: string): void;
  /** Whether any file below `base` has arrived as a whole since that time: a slow line is moving, a release that hangs is not. */
  hasArrived(base: string, since: number): boolean;
  /** Gives up every request under way: those that hang hold the few connections that a browser opens to one server. */
  abandonRequests(): void;
  readonly broken: BrokenReleases;
  /** After this many milliseconds without an answer the previous release is asked for; after half of them the second address. */
  patience(): number;
  /** Resolves when what was begun in this task has been begun. */
  nextTask(): Promise<void>;
  readonly clock: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'> & { now(): number };
  /** The page is on screen. */
  shown(source: RemoteSource, path: string): void;
  report(failure: LoadFailure): void;
}

export interface RemoteLoader {
  /** Starts loading a page unless it is loaded or on its way; a page that failed starts again. */
  load(remote: BootRemote, route: BootRoute): void;
  /** Warms what `load` will ask for. */
  prefetch(remote: BootRemote, route: BootRoute): void;
  /** The page has been shown. */
  ready(remote: BootRemote, route: BootRoute): void;
  /** The visitor asks for the page once more, and what failed in this visit gets another chance. */
  retry(remote: BootRemote, route: BootRoute): void;
  /** The page threw. Returns true if another release takes over. */
  threw(remote: BootRemote, route: BootRoute, message: string): boolean;
  state(route: BootRoute): PageLoad;
  subscribe(remote: BootRemote, route: BootRoute, onChange: () => void): () => void;
}

export const LOADING: PageLoad = { status: 'loading', phase: 'resolve' };

/** For the server, where every page of a remote is still to come. */
export const idleLoader: RemoteLoader = {
  load: () => {},
  prefetch: () => {},
  ready: () => {},
  retry: () => {},
  threw: () => false,
  state: () => LOADING,
  subscribe: () => () => {},
};
