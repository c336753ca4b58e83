import type { LoaderPorts } from '../federation/page-load.ts';
import { createRemoteLoader } from '../federation/remote-loader.ts';
import { brokenReleases } from '../federation/remote-source.ts';

/** A loader on a connection that is neither slow nor broken, except for what the test overrides. */
export const aLoader = (ports: Pick<LoaderPorts, 'importRuntime'> & Partial<LoaderPorts>) =>
  createRemoteLoader({
    preload: () => Promise.resolve(),
    retire: () => {},
    hasArrived: () => false,
    haveAllArrived: () => false,
    abandonRequests: () => {},
    isServed: () => Promise.resolve(false),
    reload: () => {},
    nextTask: () => Promise.resolve(),
    broken: brokenReleases(sessionStorage),
    fallbackDelay: () => 1_800,
    // Looked up now, because tests replace them.
    clock: { setTimeout, clearTimeout, now: () => Date.now() },
    shown: () => {},
    caught: () => {},
    report: () => {},
    ...ports,
  });
