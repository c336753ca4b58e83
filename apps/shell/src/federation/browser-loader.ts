import { isUploading, safeStorage } from '@site/host';
import { nextTask } from '../next-task.ts';
import { outcomeOf, type Telemetry } from '../telemetry/telemetry.ts';
import type { LoaderPorts, RemoteLoader } from './page-load.ts';
import { hasArrived, hasFewConnections, patienceOn } from './patience.ts';
import { createPreload } from './preload.ts';
import { createRemoteLoader } from './remote-loader.ts';
import { brokenReleases } from './remote-source.ts';

/** The loader of the visitor's own browser. */
export function createBrowserLoader(
  window: Window & typeof globalThis,
  telemetry: Telemetry,
  importRuntime: LoaderPorts['importRuntime'],
): RemoteLoader {
  const { document, performance } = window;
  return createRemoteLoader({
    importRuntime,
    nextTask,
    ...createPreload(document),
    hasArrived: (base, since) => hasArrived(performance, base, since),
    abandonRequests: () => {
      // A picture that is being saved would be lost with them.
      if (hasFewConnections(performance) && !isUploading()) window.stop();
    },
    broken: brokenReleases(safeStorage(() => window.sessionStorage)),
    patience: () => patienceOn(performance),
    clock: {
      setTimeout: window.setTimeout.bind(window),
      clearTimeout: window.clearTimeout.bind(window),
      now: () => performance.now(),
    },
    shown: ({ remote, release }, path) => telemetry.shown({ app: remote, release }, path),
    report({ remote, release, path, phase, message, served }) {
      telemetry.failed({ app: remote, release }, path, outcomeOf({ phase, served }), phase, message);
      const end = served === null ? '' : `; ${served} took over`;
      console.error(`${path} of ${remote} ${release} failed in step ${phase}: ${message}${end}`);
    },
  });
}
