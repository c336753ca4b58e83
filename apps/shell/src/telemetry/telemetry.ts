import { shortMessage, type LoadPhase, type PageOutcome, type PageReport } from '@site/contracts';

/** Reports that come together are sent together; a visitor who leaves sends what is left. */
const SEND_AFTER_MS = 1_000;
const MOST_IN_ONE_MESSAGE = 20;

/** A release of the site: of the shell, or of a remote. */
interface Release {
  readonly app: string;
  readonly release: string;
}

/**
 * How a view went in which a release failed. One that was shown is counted already: what breaks it afterwards is an error of that view,
 * also where another release takes over, and no second view.
 */
export function outcomeOf({ phase, served }: { phase: LoadPhase; served: string | null }): Exclude<PageOutcome, 'shown'> {
  if (phase === 'ready') return 'error';
  return served === null ? 'failed' : 'replaced';
}

export interface Telemetry {
  /** Another page is asked for: its time begins. The first page's began with the navigation. */
  opened(): void;
  shown(of: Release, path: string): void;
  /** The release did not show the page, or broke it later. */
  failed(of: Release, path: string, outcome: Exclude<PageOutcome, 'shown'>, phase: LoadPhase, message: string): void;
  /** An error that nobody caught. Blames the release whose code is in its stack; without such a one it is not the site's. */
  uncaught(error: unknown): void;
  /** Sends what waits. */
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

const OWN_CODE = /\/r\/([a-z0-9-]+)\/(\d+\.\d+\.\d+-[0-9a-f]{12})(?:~1)?\//;

/** The topmost code of ours in a stack. */
function blame(error: unknown): Release | undefined {
  const [, app, release] = OWN_CODE.exec(error instanceof Error ? (error.stack ?? '') : '') ?? [];
  return app && release ? { app, release } : undefined;
}

/** Tells the site how page views went, by release; never who looked, nor what they typed. */
export function createTelemetry({ send, now, path: openPath, setTimeout }: TelemetryPorts): Telemetry {
  let openedAt = 0;
  /** Releases that have failed in this view after it was shown: one view fails once, whoever hears of it first. */
  let broken = new Set<string>();
  let waiting: PageReport[] = [];
  let isSending = false;

  function flush() {
    isSending = false;
    for (let from = 0; from < waiting.length; from += MOST_IN_ONE_MESSAGE)
      send(JSON.stringify({ reports: waiting.slice(from, from + MOST_IN_ONE_MESSAGE) }));
    waiting = [];
  }
  function add({ app, release }: Release, rest: Pick<PageReport, 'path' | 'outcome' | 'phase' | 'message'>) {
    waiting.push({ app, release, ms: Math.max(0, Math.round(now() - openedAt)), ...rest });
    if (isSending) return;
    isSending = true;
    setTimeout(flush, SEND_AFTER_MS);
  }

  /** False: it was noted before in this view. */
  function noteBreak({ app, release }: Release): boolean {
    const isFirst = !broken.has(`${app} ${release}`);
    broken.add(`${app} ${release}`);
    return isFirst;
  }

  return {
    opened() {
      openedAt = now();
      broken = new Set();
    },
    shown(of, path) {
      add(of, { path, outcome: 'shown', phase: 'ready', message: null });
    },
    failed(of, path, outcome, phase, message) {
      if (outcome === 'error' && !noteBreak(of)) return;
      add(of, { path, outcome, phase, message: shortMessage(message) });
    },
    uncaught(error) {
      const of = blame(error);
      // An error that comes with every frame must not outweigh all other visitors.
      if (!of || !noteBreak(of)) return;
      add(of, {
        path: openPath(),
        outcome: 'error',
        phase: 'ready',
        message: shortMessage(error instanceof Error ? error.message : ''),
      });
    },
    flush,
  };
}

/** @param isSilent for visitors who object to being counted, and for developers */
export function siteTelemetry(window: Window, isSilent: boolean): Telemetry {
  if (isSilent) return silentTelemetry;
  const telemetry = createTelemetry({
    send: (body) => window.navigator.sendBeacon('/api/telemetry', new Blob([body], { type: 'application/json' })),
    now: () => window.performance.now(),
    path: () => window.location.pathname,
    setTimeout: window.setTimeout.bind(window),
  });
  window.addEventListener('error', ({ error }) => telemetry.uncaught(error));
  window.addEventListener('unhandledrejection', ({ reason }) => telemetry.uncaught(reason));
  window.addEventListener('pagehide', () => telemetry.flush());
  return telemetry;
}
