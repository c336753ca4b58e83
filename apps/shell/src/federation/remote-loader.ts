import type { BootRemote, BootRoute, LoadPhase } from '@site/contracts';
import { inOrder, planOf, secondAddress, type Attempt, type Plan } from './load-plan.ts';
import {
  DEADLINE_MILLISECONDS,
  IDLE,
  transition,
  type LoadEffect,
  type LoadEvent,
  type LoadState,
  type Loaded,
  type Place,
} from './load-machine.ts';
import { createModuleLoader } from './module-loader.ts';
import { LOADING, messageOf, type LoaderPorts, type PageLoad, type RemoteLoader } from './page-load.ts';
import { sourcesOf, type RemoteSource } from './remote-source.ts';

type Timer = ReturnType<LoaderPorts['clock']['setTimeout']>;

interface Page {
  readonly remote: BootRemote;
  readonly route: BootRoute;
  state: LoadState;
  /** `state` as components read it; the same object until something changes. */
  load: PageLoad;
  roundTimers: Timer[];
  watchTimer: Timer | undefined;
  readonly listeners: Set<() => void>;
}

function pageLoadOf(state: LoadState, { name: remote }: BootRemote, { path }: BootRoute): PageLoad {
  switch (state.name) {
    case 'idle':
    case 'restyling':
      return LOADING;
    case 'loading':
      return { status: 'loading', phase: state.phase };
    case 'failed':
      return { status: 'failed', failure: { remote, path, ...state.failure }, rounds: state.round, threw: state.threw ?? false };
    case 'rendering':
    case 'ready': {
      const { Component, source } = state.page;
      const phase = state.name === 'ready' ? 'ready' : 'render';
      return { status: 'loaded', phase, Component, release: source.release, rounds: state.round };
    }
  }
}

/** Runs `transition` (load-machine.ts) for each page: gathers the facts of its events, and carries out its effects. */
export function createRemoteLoader(ports: LoaderPorts): RemoteLoader {
  const { preload, retire, broken, fallbackDelay, clock, report } = ports;
  const modules = createModuleLoader(ports);
  const pages = new Map<string, Page>();
  /** The page that was opened last, by remote. */
  const openPages = new Map<string, Page>();
  /** The address from which a release last loaded; its other pages share the modules there. */
  const workingBase = new Map<string, string>();
  /** The release whose styles the document has, by remote: two releases may use the same class name for different styles. */
  const styledRelease = new Map<string, string>();

  function pageOf(remote: BootRemote, route: BootRoute): Page {
    const known = pages.get(route.path);
    if (known) return known;
    const page: Page = {
      remote,
      route,
      state: IDLE,
      load: LOADING,
      roundTimers: [],
      watchTimer: undefined,
      listeners: new Set(),
    };
    pages.set(route.path, page);
    return page;
  }
  const firstAddress = ({ base }: RemoteSource) => workingBase.get(base) ?? base;
  const planFor = ({ remote, route }: Pick<Page, 'remote' | 'route'>) => planOf(inOrder(remote, route, broken), firstAddress);

  /** Attempts at the releases that may take over from the one that the page was loaded from. */
  function othersOf({ remote, route, state }: Page): Plan | null {
    const shown = 'page' in state ? state.page.source.release : undefined;
    const [other, ...more] = sourcesOf(remote, route).filter((source) => source.release !== shown && !broken.has(source));
    return other ? planOf([other, ...more], firstAddress) : null;
  }
  const isShownFromOther = (page: Page | undefined, { release }: RemoteSource) =>
    page !== undefined &&
    (page.state.name === 'rendering' || page.state.name === 'ready') &&
    page.state.page.source.release !== release;

  function send(page: Page, event: LoadEvent) {
    const before = page.state;
    const [state, effects] = transition(before, event);
    page.state = state;
    if (state !== before) {
      page.load = pageLoadOf(state, page.remote, page.route);
      // A page that has just been shown is not rendered again.
      if (event.type !== 'shown') for (const listener of page.listeners) listener();
    }
    for (const effect of effects) run(page, effect);
  }

  function run(page: Page, effect: LoadEffect) {
    const { remote, route } = page;
    switch (effect.type) {
      case 'attempt':
        return void attempt(page, effect.attempt);
      case 'startTimers':
        return startTimers(page);
      case 'stopTimers':
        return page.roundTimers.forEach((timer) => clock.clearTimeout(timer));
      case 'abandonRequests':
        return ports.abandonRequests();
      case 'look':
        return void look(page, effect.attempt);
      case 'reload':
        return ports.reload();
      case 'report':
        return report({ remote: remote.name, path: route.path, ...effect.failure });
      case 'distrust':
        return broken.add(effect.source);
      case 'retire':
        return retireBoth(effect.source);
      case 'switchStyles':
        for (const other of sourcesOf(remote, route)) if (other.release !== effect.source.release) retireBoth(other);
        return void styledRelease.set(remote.name, effect.source.release);
      case 'restyle':
        return void restyle(page, effect.page);
      case 'watchRender':
        return watchRender(page);
      case 'reportShown':
        return ports.shown(effect.source, route.path);
    }
  }

  function retireBoth({ base }: RemoteSource) {
    for (const each of [base, secondAddress(base)]) retire(each);
  }
  async function attempt(page: Page, tried: Attempt) {
    const { route, remote } = page;
    const { round } = page.state;
    const { source, base } = tried;
    let reached: LoadPhase = 'resolve';
    const enter = (phase: LoadPhase) => {
      reached = phase;
      send(page, { type: 'phase', round, phase });
    };
    const isWanted = () => page.state.round === round && (page.state.name === 'loading' || page.state.name === 'failed');
    try {
      const [Component] = await Promise.all([modules.open(tried, route.path, enter, isWanted), modules.preload(tried)]);
      if (isWanted()) workingBase.set(source.base, base);
      const open = openPages.get(remote.name);
      const place: Place = open === page ? 'open' : isShownFromOther(open, source) ? 'clashing' : 'behind';
      send(page, { type: 'arrived', round, page: { ...tried, Component }, place });
    } catch (cause) {
      ports.caught(source, cause);
      send(page, { type: 'attemptFailed', round, source, phase: reached, message: messageOf(cause) });
    }
  }

  async function look(page: Page, { source, base }: Attempt) {
    const { round } = page.state;
    const isServed = (await ports.isServed(source, base)) && page.listeners.size > 0;
    send(page, { type: 'looked', round, isServed });
  }

  function startTimers(page: Page) {
    const { state } = page;
    if (state.name !== 'loading') return;
    const { round, plan } = state;
    const delayMs = fallbackDelay();
    const startedAt = clock.now();
    page.roundTimers = [
      // On a busy machine the scripts have arrived but not run yet: requesting them again would only make it busier.
      clock.setTimeout(() => ports.haveAllArrived(plan[0]) || send(page, { type: 'halfFallbackDelay', round }), delayMs / 2),
      clock.setTimeout(() => {
        const begun = 'begun' in page.state ? page.state.begun : 0;
        const isMoving = plan.slice(0, begun).some(({ base }) => ports.hasArrived(base, startedAt));
        // Not off-screen: the requests in flight are then another page's. Nor before the runtime has loaded: it has only one address.
        const isStuck = !isMoving && modules.isRuntimeLoaded() && page.listeners.size > 0;
        send(page, { type: 'fallbackDelay', round, isStuck });
      }, delayMs),
      clock.setTimeout(() => send(page, { type: 'deadline', round }), DEADLINE_MILLISECONDS),
    ];
  }

  function watchRender(page: Page) {
    const { round } = page.state;
    const limitMs = othersOf(page) ? fallbackDelay() : DEADLINE_MILLISECONDS;
    clock.clearTimeout(page.watchTimer);
    page.watchTimer = clock.setTimeout(() => {
      // The page is off-screen: an unmounted page cannot become ready.
      if (page.listeners.size === 0) return;
      send(page, { type: 'notShown', round, message: `not shown within ${limitMs / 1000} seconds`, others: othersOf(page) });
    }, limitMs);
  }

  /** The page is shown without its styles if they fail or take too long. */
  async function restyle(page: Page, loaded: Loaded) {
    const done = () => send(page, { type: 'restyled', page: loaded });
    const timer = clock.setTimeout(done, DEADLINE_MILLISECONDS);
    await preload(loaded.source, loaded.base).catch(() => {});
    clock.clearTimeout(timer);
    done();
  }

  function makeOpen(page: Page) {
    const before = openPages.get(page.remote.name);
    openPages.set(page.remote.name, page);
    if (!before || before === page) return;
    const clashes = 'page' in before.state && isShownFromOther(page, before.state.page.source);
    send(before, { type: 'leave', clashes });
  }

  return {
    load(remote, route) {
      const page = pageOf(remote, route);
      makeOpen(page);
      const isStyled = 'page' in page.state && page.state.page.source.release === styledRelease.get(remote.name);
      send(page, { type: 'open', plan: planFor(page), isStyled });
    },
    retry(remote, route) {
      for (const source of sourcesOf(remote, route)) broken.forget(source);
      const page = pageOf(remote, route);
      send(page, { type: 'retry', plan: planFor(page) });
    },
    prefetch(remote, route) {
      const [source] = inOrder(remote, route, broken);
      if ((pages.get(route.path)?.state ?? IDLE).name !== 'idle') return;
      // Styles of another release would apply to the page that is shown now.
      if ((styledRelease.get(remote.name) ?? source.release) !== source.release) return;
      // Only a guess at what the visitor will open: a failure is reported when the page is opened.
      modules.warm({ source, base: firstAddress(source) }).catch(() => {});
    },
    ready(remote, route) {
      send(pageOf(remote, route), { type: 'shown', at: clock.now() });
    },
    threw(remote, route, cause) {
      const page = pageOf(remote, route);
      if ('page' in page.state) ports.caught(page.state.page.source, cause);
      send(page, { type: 'threw', at: clock.now(), message: messageOf(cause), others: othersOf(page) });
      return page.state.name === 'loading';
    },
    drawing: (remote, route) => modules.drawing(planFor({ remote, route })[0], route.path),
    state: (route) => pages.get(route.path)?.load ?? LOADING,
    subscribe(remote, route, onChange) {
      const { listeners } = pageOf(remote, route);
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
