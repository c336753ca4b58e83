import { PAGE_TOKEN, shortMessage, type LoadPhase, type PageOutcome, type PageReport } from '@site/contracts';
import type { FieldData } from './field-data.ts';

/** Reports are batched for this long; what is left when the visitor leaves is sent then. */
const SEND_AFTER_MS = 1_000;
const MAX_REPORTS_PER_MESSAGE = 20;

/** A release of the site: of the shell, or of a remote. */
export interface Release {
  readonly app: string;
  readonly release: string;
}

export interface Telemetry {
  /** The visitor opens another page, and its load time starts. The first page's load time started with the navigation. */
  opened(): void;
  shown(of: Release, path: string): void;
  /** The release failed to show the page, or broke it later. */
  failed(of: Release, path: string, outcome: Exclude<PageOutcome, 'shown'>, phase: LoadPhase, message: string): void;
  /**
   * Reports an error with its stack. Undefined if nothing is reported.
   * @param of the release that failed; without it, the release whose code is in the stack
   */
  readonly caught?: (error: unknown, of?: Release) => Promise<void>;
  /** An uncaught error. It is attributed to the release whose code is in its stack; without one it is not the site's error. */
  uncaught(error: unknown): void;
  /** Sends the batched reports. */
  flush(): void;
}

export interface TelemetryPorts {
  send(body: string): void;
  /** Milliseconds since the navigation began. */
  now(): number;
  /** Path of the page that is open. */
  path(): string;
  setTimeout(act: () => void, ms: number): unknown;
}

export const silentTelemetry: Telemetry = {
  opened: () => {},
  shown: () => {},
  failed: () => {},
  uncaught: () => {},
  flush: () => {},
};

/** The server rejects what is not a release. */
const OWN_CODE = /\/r\/([a-z0-9-]+)\/([\d.]+-\w{12})/;

/** The release of the topmost frame that is the site's own code. */
function blame(error: unknown): Release | undefined {
  const [, app, release] = OWN_CODE.exec(error instanceof Error ? String(error.stack) : '') ?? [];
  return app && release ? { app, release } : undefined;
}

/** Reports how page views went, by release; never who the visitor is or what they typed. */
export function createTelemetry({ send, now, path: openPath, setTimeout }: TelemetryPorts): Telemetry {
  let openedAt = 0;
  /** The route that is shown. The address of a route with parameters is not reported. */
  let shownPath: string | undefined;
  /** Releases that failed in this view after it was shown. A view is counted as failed once, however many errors are reported. */
  let broken = new Set<string>();
  let waiting: PageReport[] = [];

  function flush() {
    for (let from = 0; from < waiting.length; from += MAX_REPORTS_PER_MESSAGE)
      send(JSON.stringify({ reports: waiting.slice(from, from + MAX_REPORTS_PER_MESSAGE) }));
    waiting = [];
  }
  function add({ app, release }: Release, rest: Pick<PageReport, 'path' | 'outcome' | 'phase' | 'message'>) {
    const isFirst = waiting.push({ app, release, ms: Math.round(now() - openedAt), ...rest }) === 1;
    if (isFirst) setTimeout(flush, SEND_AFTER_MS);
  }

  /** Returns false if it was recorded before in this view. */
  function noteBreak({ app, release }: Release): boolean {
    const isFirst = !broken.has(`${app} ${release}`);
    broken.add(`${app} ${release}`);
    return isFirst;
  }

  return {
    opened() {
      openedAt = now();
      shownPath = undefined;
      broken = new Set();
    },
    shown(of, path) {
      shownPath = path;
      add(of, { path, outcome: 'shown', phase: 'ready', message: null });
    },
    failed(of, path, outcome, phase, message) {
      if (outcome === 'error' && !noteBreak(of)) return;
      add(of, { path, outcome, phase, message: shortMessage(message) });
    },
    uncaught(error) {
      const of = blame(error);
      // An error thrown in every frame must not outweigh all other visitors.
      if (!of || !noteBreak(of)) return;
      add(of, {
        path: shownPath ?? openPath(),
        outcome: 'error',
        phase: 'ready',
        message: shortMessage(error instanceof Error ? error.message : ''),
      });
    },
    flush,
  };
}

/** The page that a document began with. */
export type Landing = Release & { readonly path: string };

/** Any sign of a visitor. Until then the browser buffers what will be measured. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'];

/**
 * The token in the document's response. Browsers without `serverTiming` have none, some have it only over HTTPS, and a document
 * that was kept for offline use has none either: the code that reports could not be loaded.
 */
function tokenOf({ performance }: Window): string | undefined {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.serverTiming?.find(({ name }) => name === PAGE_TOKEN)?.description;
}

/**
 * Reports how fast the first page was, as soon as the visitor leaves it, and errors with their stacks. The code that does it is loaded when
 * the visitor first does something, or when something fails, so that no page waits for it.
 */
function withDetails(telemetry: Telemetry, window: Window, beacon: (address: string, body: string) => void): Telemetry {
  /** Null once the visitor has left it. */
  let landing: Landing | null | undefined;
  const token = tokenOf(window);
  let details: FieldData | undefined;
  let loading: Promise<unknown> | undefined;
  const begin = () =>
    token &&
    (loading ??= import('./field-data.ts')
      .then((module) => (details = module.observeVisit(window, token, beacon, () => landing)))
      // If this code does not load, nothing is measured; nothing else is affected.
      .catch(() => {}));
  for (const sign of SIGNS) window.addEventListener(sign, () => landing && begin(), { passive: true });
  const caught = async (error: unknown, of?: Release) => {
    await begin();
    details?.report(error, of);
  };
  return {
    ...telemetry,
    opened() {
      details?.end();
      landing = null;
      telemetry.opened();
    },
    shown(of, path) {
      if (landing === undefined) landing = { app: of.app, release: of.release, path };
      telemetry.shown(of, path);
    },
    caught,
  };
}

/** @param isSilent true for visitors who opt out of being counted, and for developers */
export function siteTelemetry(window: Window, isSilent: boolean): Telemetry {
  if (isSilent) return silentTelemetry;
  const beacon = (address: string, body: string) => {
    // Without a network the browser would only complain in the console.
    if (window.navigator.onLine) window.navigator.sendBeacon(address, new Blob([body], { type: 'application/json' }));
  };
  const telemetry = createTelemetry({
    send: (body) => beacon('/api/telemetry', body),
    now: () => window.performance.now(),
    path: () => window.location.pathname,
    setTimeout: window.setTimeout.bind(window),
  });
  const detailed = withDetails(telemetry, window, beacon);
  const uncaught = (error: unknown) => {
    telemetry.uncaught(error);
    void detailed.caught?.(error);
  };
  window.addEventListener('error', ({ error }) => uncaught(error));
  window.addEventListener('unhandledrejection', ({ reason }) => uncaught(reason));
  window.addEventListener('pagehide', telemetry.flush);
  return detailed;
}
