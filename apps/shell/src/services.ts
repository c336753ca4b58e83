import { createContext, useContext } from 'react';
import type { BootData } from '@site/contracts';
import type { HostApi, MotionControl } from '@site/host';
import type { SiteAnalytics } from './analytics/analytics.ts';
import type { LazyPart } from './lazy-part.ts';
import type { ScrollPlaces } from './navigation/scroll-places.ts';
import type { RemotePages } from './pages/site-pages.tsx';
import type { Telemetry } from './telemetry/telemetry.ts';
import type { ToastStore } from './toasts/toast-store.ts';

/** What the shell's own components use beyond the host API. */
export interface ShellServices {
  readonly host: HostApi;
  readonly analytics: SiteAnalytics;
  readonly toasts: ToastStore;
  readonly telemetry: Telemetry;
  readonly scroll: ScrollPlaces;
  /** The shell's own release. */
  readonly release: string;
  readonly overrides: BootData['overrides'];
  readonly remotes: BootData['remotes'];
  readonly remotePages: LazyPart<RemotePages>;
}

/** What earlier releases of remotes call: a rollback may make one of them live again. */
interface RetiredHostApi {
  /** Was true for a page that its remote had only announced. */
  isBeingBuilt(path: string): boolean;
}

interface Parts {
  readonly boot: BootData;
  readonly analytics: SiteAnalytics;
  readonly motion: MotionControl;
  readonly toasts: ToastStore;
  readonly telemetry: Telemetry;
  readonly scroll: ScrollPlaces;
  readonly remotePages: LazyPart<RemotePages>;
}

export function createServices({ boot, analytics, motion, toasts, telemetry, scroll, remotePages }: Parts): ShellServices {
  const host: HostApi & RetiredHostApi = {
    analytics,
    motion,
    cards: boot.cards,
    lead: boot.lead,
    isBeingBuilt: () => false,
    toast: (message) => {
      toasts.add(message);
    },
    startWorker: async (address) => (await import('./host/start-worker.ts')).startWorker(address),
  };
  return {
    host,
    analytics,
    toasts,
    telemetry,
    scroll,
    release: boot.shell,
    overrides: boot.overrides,
    remotes: boot.remotes,
    remotePages,
  };
}

export const ServicesContext = createContext<ShellServices | undefined>(undefined);

export function useServices(): ShellServices {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('useServices must be called inside the shell’s <App>');
  return services;
}
