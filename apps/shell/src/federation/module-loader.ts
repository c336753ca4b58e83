import type { ComponentType } from 'react';
import type { LoadPhase } from '@site/contracts';
import type { AliveModule } from '@site/host';
import type { Attempt } from './load-plan.ts';
import type { LoaderPorts } from './page-load.ts';

/** Fetches a release's files, and a page's component through the federation runtime. */
export function createModuleLoader({ importRuntime, preload, nextTask }: LoaderPorts) {
  let isRuntimeLoaded = false;

  async function loadRuntime() {
    const runtime = await importRuntime();
    isRuntimeLoaded = true;
    return runtime;
  }
  /** Hanging requests use up the browser's connections to a server, so the runtime's own request must start before them. */
  async function preloadBehindRuntime({ source, base }: Attempt) {
    if (!isRuntimeLoaded) await nextTask();
    await preload(source, base);
  }

  return {
    isRuntimeLoaded: () => isRuntimeLoaded,
    preload: preloadBehindRuntime,
    warm: (attempt: Attempt) => Promise.all([loadRuntime(), preloadBehindRuntime(attempt)]),
    /** @param enter called with each phase before it begins @param isWanted called before any of the page is fetched */
    async open(
      { source, base }: Attempt,
      path: string,
      enter: (phase: LoadPhase) => void,
      isWanted: () => boolean,
    ): Promise<ComponentType> {
      enter('resolve');
      const runtime = await loadRuntime();
      enter('fetch');
      const { routes } = await runtime.loadRoutes(source.container, base + source.entry);
      // The page would come with its styles, which would apply to the page that is shown.
      if (!isWanted()) throw new Error(`${source.remote} ${source.release} came too late for ${path}`);
      enter('init');
      const found = routes.find((route) => route.path === path);
      if (!found) throw new Error(`${source.remote} ${source.release} has no page for ${path}`);
      const { Component } = await found.lazy();
      if (!Component) throw new Error(`the page module of ${path} exports no Component`);
      return Component;
    },
    /** Loads the module that draws a page's exhibit in its card. */
    async drawing({ source, base }: Attempt, path: string): Promise<AliveModule> {
      const runtime = await loadRuntime();
      const { routes } = await runtime.loadRoutes(source.container, base + source.entry);
      const drawing = await routes.find((route) => route.path === path)?.alive?.();
      if (!drawing) throw new Error(`${source.remote} ${source.release} draws nothing for ${path}`);
      return drawing;
    },
  };
}
