import type { ComponentType } from 'react';
import type { BootRemote, BootRoute } from '@site/contracts';
import type { RemoteRoutesModule } from '@site/host';

const HEDGE_MILLISECONDS = 4_000;
const DEADLINE_MILLISECONDS = 8_000;

/** resolve: the federation runtime; fetch: the remote's container and routes; init: the page's own module. */
type LoadPhase = 'resolve' | 'fetch' | 'init' | 'render' | 'ready';

interface LoadFailure {
  readonly remote: string;
  readonly release: string;
  readonly path: string;
  readonly phase: LoadPhase;
  readonly message: string;
}

export type PageLoad =
  | { readonly status: 'loading'; readonly phase: LoadPhase }
  | { readonly status: 'loaded'; readonly phase: 'render' | 'ready'; readonly Component: ComponentType }
  | { readonly status: 'failed'; readonly failure: LoadFailure; readonly rounds: number };

interface FederationRuntime {
  loadRoutes(container: string, entry: string): Promise<RemoteRoutesModule>;
}

/** The outside world, as the loader needs it. */
export interface LoaderPorts {
  importRuntime(): Promise<FederationRuntime>;
  /** Asks the browser for the page's files below `base`; resolves when its styles apply. */
  preload(remote: BootRemote, route: BootRoute, base: string): Promise<void>;
  readonly clock: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>;
  report(failure: LoadFailure): void;
}

export interface RemoteLoader {
  /** Starts loading a page unless it is loaded or on its way; a page that failed starts again. */
  load(remote: BootRemote, route: BootRoute): void;
  /** Warms what `load` will ask for. */
  prefetch(remote: BootRemote, route: BootRoute): void;
  /** The page has been shown. */
  ready(route: BootRoute): void;
  state(route: BootRoute): PageLoad;
  subscribe(route: BootRoute, onChange: () => void): () => void;
}

export const LOADING: PageLoad = { status: 'loading', phase: 'resolve' };

interface Page {
  state: PageLoad;
  started: boolean;
  rounds: number;
  readonly listeners: Set<() => void>;
}

/** The same files under another URL: browsers remember for ever that a module URL failed to evaluate. */
export const secondAddress = (base: string) => base.replace(/(~1)?\/$/, (_end, marked?: string) => (marked ? '/' : '~1/'));

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));

export function createRemoteLoader({ importRuntime, preload, clock, report }: LoaderPorts): RemoteLoader {
  const pages = new Map<string, Page>();
  /** The address under which a remote last answered; its other pages share the modules found there. */
  const answeringBase = new Map<string, string>();

  function pageOf(route: BootRoute): Page {
    let page = pages.get(route.path);
    if (!page) pages.set(route.path, (page = { state: LOADING, started: false, rounds: 0, listeners: new Set() }));
    return page;
  }
  function set(page: Page, state: PageLoad) {
    page.state = state;
    for (const listener of page.listeners) listener();
  }

  async function openPage(remote: BootRemote, route: BootRoute, base: string, enter: (phase: LoadPhase) => void) {
    enter('resolve');
    const runtime = await importRuntime();
    enter('fetch');
    const { routes } = await runtime.loadRoutes(remote.container, base + remote.entry);
    enter('init');
    const found = routes.find(({ path }) => path === route.path);
    if (!found) throw new Error(`${remote.name} ${remote.release} has no page for ${route.path}`);
    const { Component } = await found.lazy();
    if (!Component) throw new Error(`the page module of ${route.path} exports no Component`);
    return Component;
  }

  function startRound(remote: BootRemote, route: BootRoute, page: Page) {
    page.started = true;
    page.rounds += 1;
    const round = page.rounds;
    const isCurrent = () => page.rounds === round && page.state.status !== 'loaded';
    const first = answeringBase.get(remote.base) ?? remote.base;
    let secondStarted = false;
    let running = 0;
    set(page, LOADING);

    const fail = (phase: LoadPhase, message: string) => {
      if (!isCurrent() || page.state.status === 'failed') return;
      const failure = { remote: remote.name, release: remote.release, path: route.path, phase, message };
      set(page, { status: 'failed', failure, rounds: round });
      report(failure);
    };
    async function attempt(base: string) {
      running += 1;
      let phase: LoadPhase = 'resolve';
      const enter = (next: LoadPhase) => {
        phase = next;
        if (isCurrent() && page.state.status === 'loading') set(page, { status: 'loading', phase });
      };
      try {
        const [Component] = await Promise.all([openPage(remote, route, base, enter), preload(remote, route, base)]);
        if (page.state.status === 'loaded') return;
        answeringBase.set(remote.base, base);
        stopTimers();
        set(page, { status: 'loaded', phase: 'render', Component });
      } catch (cause) {
        running -= 1;
        if (!secondStarted) trySecond();
        else if (running === 0) {
          stopTimers();
          fail(phase, messageOf(cause));
        }
      }
    }
    function trySecond() {
      if (secondStarted || !isCurrent()) return;
      secondStarted = true;
      void attempt(secondAddress(first));
    }
    const hedge = clock.setTimeout(trySecond, HEDGE_MILLISECONDS);
    const deadline = clock.setTimeout(() => {
      const phase = page.state.status === 'loading' ? page.state.phase : 'render';
      fail(phase, `no answer within ${DEADLINE_MILLISECONDS / 1000} seconds`);
    }, DEADLINE_MILLISECONDS);
    function stopTimers() {
      clock.clearTimeout(hedge);
      clock.clearTimeout(deadline);
    }
    void attempt(first);
  }

  return {
    load(remote, route) {
      const page = pageOf(route);
      if (!page.started || page.state.status === 'failed') startRound(remote, route, page);
    },
    prefetch(remote, route) {
      if (pageOf(route).started) return;
      const warmed = Promise.all([importRuntime(), preload(remote, route, answeringBase.get(remote.base) ?? remote.base)]);
      // Only a guess at what the visitor will open: the visit itself reports what fails.
      warmed.catch(() => {});
    },
    ready(route) {
      const page = pageOf(route);
      if (page.state.status === 'loaded') page.state = { ...page.state, phase: 'ready' };
    },
    state: (route) => pageOf(route).state,
    subscribe(route, onChange) {
      const { listeners } = pageOf(route);
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

/** For the server, where every page of a remote is still to come. */
export const idleLoader: RemoteLoader = {
  load: () => {},
  prefetch: () => {},
  ready: () => {},
  state: () => LOADING,
  subscribe: () => () => {},
};
