import type { ComponentType } from 'react';
import type { BootRemote, BootRoute, LoadPhase } from '@site/contracts';
import { LOADING, type LoaderPorts, type LoadFailure, type PageLoad, type RemoteLoader } from './page-load.ts';
import { sourcesOf, type RemoteSource } from './remote-source.ts';

const DEADLINE_MILLISECONDS = 8_000;
/** A page that throws this soon after it was shown never worked; later it is the visitor's own state that broke it. */
const FIRST_RENDER_MILLISECONDS = 5_000;

interface Page {
  state: PageLoad;
  started: boolean;
  rounds: number;
  /** Where the loaded page came from. */
  source: RemoteSource | undefined;
  shownAt: number;
  readonly listeners: Set<() => void>;
}

/** The same files under another URL: browsers remember for ever that a module URL failed to evaluate. */
export const secondAddress = (base: string) => base.replace(/(~1)?\/$/, (_end, marked?: string) => (marked ? '/' : '~1/'));

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));

export function createRemoteLoader(ports: LoaderPorts): RemoteLoader {
  const { importRuntime, preload, retire, broken, patience, clock, report } = ports;
  const pages = new Map<string, Page>();
  /** The address under which a release last answered; its other pages share the modules found there. */
  const answeringBase = new Map<string, string>();
  /** By remote, the address whose styles the document has: two releases may give one name to two styles. */
  const styledBase = new Map<string, string>();
  let isRuntimeHere = false;

  function pageOf(route: BootRoute): Page {
    let page = pages.get(route.path);
    if (!page) {
      page = { state: LOADING, started: false, rounds: 0, source: undefined, shownAt: 0, listeners: new Set() };
      pages.set(route.path, page);
    }
    return page;
  }
  function set(page: Page, state: PageLoad) {
    page.state = state;
    for (const listener of page.listeners) listener();
  }

  /** Releases that failed in this visit come last. */
  function inOrder(remote: BootRemote, route: BootRoute): readonly RemoteSource[] {
    const sources = sourcesOf(remote, route);
    return [...sources.filter((source) => !broken.has(source)), ...sources.filter((source) => broken.has(source))];
  }
  const firstAddress = ({ base }: RemoteSource) => answeringBase.get(base) ?? base;

  async function runtimeHere() {
    const runtime = await importRuntime();
    isRuntimeHere = true;
    return runtime;
  }
  /** Files that hang take every connection that a browser opens to a server: the runtime's own request must be under way before them. */
  async function preloadBehindRuntime(source: RemoteSource, base: string) {
    if (!isRuntimeHere) await ports.nextTask();
    await preload(source, base);
  }

  async function openPage(
    source: RemoteSource,
    route: BootRoute,
    base: string,
    enter: (phase: LoadPhase) => void,
    isOpen: () => boolean,
  ) {
    enter('resolve');
    const runtime = await runtimeHere();
    enter('fetch');
    const { routes } = await runtime.loadRoutes(source.container, base + source.entry);
    // Asking for a page module puts its styles into the document: not once another release's page is shown there.
    if (!isOpen()) throw new Error(`${source.remote} ${source.release} came too late for ${route.path}`);
    enter('init');
    const found = routes.find(({ path }) => path === route.path);
    if (!found) throw new Error(`${source.remote} ${source.release} has no page for ${route.path}`);
    const { Component } = await found.lazy();
    if (!Component) throw new Error(`the page module of ${route.path} exports no Component`);
    return Component;
  }

  function startRound(remote: BootRemote, route: BootRoute, page: Page, sources: readonly RemoteSource[]) {
    page.started = true;
    page.rounds += 1;
    const round = page.rounds;
    const isOpen = () => page.rounds === round && page.state.status !== 'loaded';
    /** Both addresses of the first release, then the release behind it. */
    const plan = sources.flatMap((source, index) => {
      const first = firstAddress(source);
      return index === 0
        ? [
            { source, base: first },
            { source, base: secondAddress(first) },
          ]
        : [{ source, base: first }];
    });
    const [wanted] = sources;
    let begun = 0;
    let running = 0;
    let why: { phase: LoadPhase; message: string } | undefined;
    set(page, LOADING);

    const failureOf = (phase: LoadPhase, message: string, served: string | null): LoadFailure => ({
      remote: remote.name,
      release: wanted?.release ?? remote.release,
      path: route.path,
      phase,
      message,
      served,
    });
    const fail = (phase: LoadPhase, message: string) => {
      if (!isOpen() || page.state.status === 'failed') return;
      const failure = failureOf(phase, message, null);
      set(page, { status: 'failed', failure, rounds: round });
      report(failure);
    };
    function win(source: RemoteSource, base: string, Component: ComponentType) {
      stopTimers();
      answeringBase.set(source.base, base);
      page.source = source;
      if (wanted && source !== wanted) {
        broken.add(wanted);
        const phase = why?.phase ?? (page.state.status === 'loading' ? page.state.phase : 'fetch');
        report(failureOf(phase, why?.message ?? 'no answer in time', source.release));
      }
      for (const other of sourcesOf(remote, route)) if (other.release !== source.release) retireAll(other);
      styledBase.set(remote.name, base);
      set(page, { status: 'loaded', phase: 'render', Component, release: source.release, rounds: round });
      watchRender(remote, route, page);
    }
    async function attempt({ source, base }: (typeof plan)[number]) {
      running += 1;
      let phase: LoadPhase = 'resolve';
      const enter = (next: LoadPhase) => {
        phase = next;
        if (isOpen() && page.state.status === 'loading') set(page, { status: 'loading', phase });
      };
      try {
        const [Component] = await Promise.all([openPage(source, route, base, enter, isOpen), preloadBehindRuntime(source, base)]);
        if (isOpen()) win(source, base, Component);
      } catch (cause) {
        running -= 1;
        if (source === wanted) why = { phase, message: messageOf(cause) };
        if (begun < plan.length) begin();
        else if (running === 0) {
          stopTimers();
          fail(why?.phase ?? phase, why?.message ?? messageOf(cause));
        }
      }
    }
    function begin() {
      const next = plan[begun];
      if (!next || !isOpen()) return;
      begun += 1;
      void attempt(next);
    }
    const patienceMs = patience();
    const startedAt = clock.now();
    const timers = [
      clock.setTimeout(() => begun < 2 && begin(), patienceMs / 2),
      clock.setTimeout(() => {
        if (begun === plan.length || !isOpen()) return;
        const isMoving = plan.slice(0, begun).some(({ base }) => ports.hasArrived(base, startedAt));
        // Not while nobody looks: the requests under way are then another page's. Nor before the runtime is here, which has one address.
        if (!isMoving && isRuntimeHere && page.listeners.size > 0) ports.abandonRequests();
        while (begun < plan.length && isOpen()) begin();
      }, patienceMs),
      clock.setTimeout(() => {
        const phase = page.state.status === 'loading' ? page.state.phase : 'render';
        fail(phase, `no answer within ${DEADLINE_MILLISECONDS / 1000} seconds`);
      }, DEADLINE_MILLISECONDS),
    ];
    function stopTimers() {
      for (const timer of timers) clock.clearTimeout(timer);
    }
    begin();
  }

  function retireAll({ base }: RemoteSource) {
    retire(base);
    retire(secondAddress(base));
  }

  /** A page that arrived and never appears waits for something that does not come. */
  function watchRender(remote: BootRemote, route: BootRoute, page: Page) {
    const { rounds } = page;
    const isLast = otherSources(remote, route, page).length === 0;
    const limitMs = isLast ? DEADLINE_MILLISECONDS : patience();
    clock.setTimeout(() => {
      // Nobody is looking any more: what is not mounted cannot be ready.
      if (page.rounds !== rounds || page.listeners.size === 0) return;
      if (page.state.status !== 'loaded' || page.state.phase === 'ready') return;
      const message = `not shown within ${limitMs / 1000} seconds`;
      if (takeOver(remote, route, page, message)) return;
      const release = page.source?.release ?? remote.release;
      const failure: LoadFailure = { remote: remote.name, release, path: route.path, phase: 'render', message, served: null };
      set(page, { status: 'failed', failure, rounds });
      report(failure);
    }, limitMs);
  }

  const otherSources = (remote: BootRemote, route: BootRoute, page: Page): readonly RemoteSource[] =>
    sourcesOf(remote, route).filter((source) => source.release !== page.source?.release && !broken.has(source));

  function takeOver(remote: BootRemote, route: BootRoute, page: Page, message: string): boolean {
    const { source, state } = page;
    const others = otherSources(remote, route, page);
    const [other] = others;
    if (!source || !other) return false;
    broken.add(source);
    retireAll(source);
    // `ready`: it was shown, and reported so, before it broke.
    const phase = state.status === 'loaded' ? state.phase : 'render';
    report({ remote: remote.name, release: source.release, path: route.path, phase, message, served: other.release });
    startRound(remote, route, page, others);
    return true;
  }

  /** A loaded page is opened again: its styles may have made room for those of another release in the meantime. */
  function showAgain(remote: BootRemote, route: BootRoute, page: Page) {
    const { state, source, rounds } = page;
    if (state.status !== 'loaded' || !source) return;
    const base = firstAddress(source);
    if (styledBase.get(remote.name) === base) {
      if (state.phase === 'render') watchRender(remote, route, page);
      return;
    }
    set(page, LOADING);
    const show = () => {
      if (page.rounds !== rounds) return;
      for (const other of sourcesOf(remote, route)) if (other.release !== source.release) retireAll(other);
      styledBase.set(remote.name, base);
      set(page, { ...state, phase: 'render' });
      watchRender(remote, route, page);
    };
    // Without its styles it is still the page that was loaded.
    void preload(source, base).then(show, show);
  }

  return {
    load(remote, route) {
      const page = pageOf(route);
      if (!page.started || page.state.status === 'failed') startRound(remote, route, page, inOrder(remote, route));
      else showAgain(remote, route, page);
    },
    retry(remote, route) {
      for (const source of sourcesOf(remote, route)) broken.forget(source);
      startRound(remote, route, pageOf(route), inOrder(remote, route));
    },
    prefetch(remote, route) {
      const [source] = inOrder(remote, route);
      if (!source || pageOf(route).started) return;
      const base = firstAddress(source);
      // Styles of another release would apply to the page that is shown now.
      if ((styledBase.get(remote.name) ?? base) !== base) return;
      const warmed = Promise.all([runtimeHere(), preloadBehindRuntime(source, base)]);
      // Only a guess at what the visitor will open: the visit itself reports what fails.
      warmed.catch(() => {});
    },
    ready(route) {
      const page = pageOf(route);
      if (page.state.status !== 'loaded') return;
      if (page.state.phase !== 'ready') {
        page.state = { ...page.state, phase: 'ready' };
        page.shownAt = clock.now();
      }
      if (page.source) ports.shown(page.source, route.path);
    },
    threw(remote, route, message) {
      const page = pageOf(route);
      if (page.state.status !== 'loaded') return false;
      const isFirstRender = page.state.phase === 'render' || clock.now() - page.shownAt < FIRST_RENDER_MILLISECONDS;
      if (isFirstRender && takeOver(remote, route, page, message)) return true;
      const release = page.source?.release ?? remote.release;
      report({ remote: remote.name, release, path: route.path, phase: page.state.phase, message, served: null });
      return false;
    },
    state: (route) => pageOf(route).state,
    subscribe(route, onChange) {
      const { listeners } = pageOf(route);
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
