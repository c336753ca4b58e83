import { isUploading, safeStorage } from '@site/host';
import { nextTask } from '../next-task.ts';
import { outcomeOf } from '../telemetry/outcome.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { DEADLINE_MILLISECONDS } from './load-machine.ts';
import type { LoaderPorts, RemoteLoader } from './page-load.ts';
import { fallbackDelay, hasArrived, hasFewConnections, haveAllArrived } from './fallback-delay.ts';
import { createPreload, filesOf } from './preload.ts';
import { createRemoteLoader } from './remote-loader.ts';
import { brokenReleases, type RemoteSource } from './remote-source.ts';

const scriptsOf = (source: RemoteSource, base: string) => [...filesOf(source).scripts].map((file) => base + file);

/** Returns true if the server has all files. */
async function areServed(urls: readonly string[]): Promise<boolean> {
  const signal = AbortSignal.timeout(DEADLINE_MILLISECONDS);
  try {
    const responses = await Promise.all(urls.map((url) => fetch(url, { method: 'HEAD', cache: 'no-store', signal })));
    return responses.every(({ ok }) => ok);
  } catch {
    return false;
  }
}

/** The loader of the visitor's own browser. */
export function createBrowserLoader(
  window: Window & typeof globalThis,
  telemetry: Telemetry,
  importRuntime: LoaderPorts['importRuntime'],
): RemoteLoader {
  const { document, performance } = window;
  /** What each release threw last. */
  const causes = new Map<string, unknown>();
  return createRemoteLoader({
    importRuntime,
    nextTask,
    ...createPreload(document),
    hasArrived: (base, since) => hasArrived(performance, base, since),
    haveAllArrived: ({ source, base }) => haveAllArrived(performance, scriptsOf(source, base)),
    abandonRequests: () => {
      // A picture that is being saved would be lost with them.
      if (hasFewConnections(performance) && !isUploading()) window.stop();
    },
    async isServed(source, base) {
      return !isUploading() && (await areServed(scriptsOf(source, base)));
    },
    reload: () => window.location.reload(),
    broken: brokenReleases(safeStorage(() => window.sessionStorage)),
    fallbackDelay: () => fallbackDelay(performance),
    clock: {
      setTimeout: window.setTimeout.bind(window),
      clearTimeout: window.clearTimeout.bind(window),
      now: () => performance.now(),
    },
    shown: ({ remote, release }, path) => telemetry.shown({ app: remote, release }, path),
    caught: ({ remote, release }, cause) => causes.set(`${remote} ${release}`, cause),
    report({ remote, release, path, phase, message, served }) {
      const cause = causes.get(`${remote} ${release}`);
      telemetry.failed({ app: remote, release }, path, outcomeOf({ phase, served }), phase, message);
      if (cause) void telemetry.caught?.(cause, { app: remote, release });
      const end = served === null ? '' : `; ${served} took over`;
      console.error(`${path} of ${remote} ${release} failed at the ${phase} step: ${message}${end}`);
    },
  });
}
