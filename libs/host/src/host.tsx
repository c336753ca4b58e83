import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react';
import type { PageLead, ProjectCard } from '@site/contracts';

export interface Analytics {
  /** Counts one visitor action. Does nothing unless the site names an analytics service and the visitor allows it. */
  event(category: string, label: string, value?: number): void;
}

export interface ToastMessage {
  readonly title: string;
  readonly description?: string;
}

/** The site-wide "Pause motion" switch; starts paused when the visitor prefers reduced motion. */
export interface MotionControl {
  isPaused(): boolean;
  /** Sets the visitor's choice, which later visits keep unless `isRemembered` is false. */
  setPaused(paused: boolean, isRemembered?: boolean): void;
  subscribe(onChange: () => void): () => void;
}

/** What the shell provides to every page, its own and the remotes'. */
export interface HostApi {
  readonly analytics: Analytics;
  readonly motion: MotionControl;
  /** Cards of all live remotes, in order. Draft cards are never among them. */
  readonly cards: readonly ProjectCard[];
  /** The lead of the document with which the visit began. */
  readonly lead?: PageLead | undefined;
  /** Shows one notification; a newer one replaces it. */
  toast(message: ToastMessage): void;
  /**
   * Starts a worker from one of the release's scripts, which is loaded on the first call.
   * @param address from `import address from './some.worker.ts?worker&url'`
   * @throws Error if the script does not arrive or is not what was released
   */
  startWorker(address: string): Promise<Worker>;
}

const HostContext = createContext<HostApi | undefined>(undefined);

export function HostProvider({ host, children }: { readonly host: HostApi; readonly children: ReactNode }) {
  return <HostContext value={host}>{children}</HostContext>;
}

/** @throws Error outside the shell (or a test's own HostProvider) */
export function useHost(): HostApi {
  const host = useContext(HostContext);
  if (!host) throw new Error('useHost needs a <HostProvider> above it; the shell provides one');
  return host;
}

/** True while nothing may move by itself. On the server and in the first render: false. */
export function useMotionPaused(): boolean {
  const { motion } = useHost();
  return useSyncExternalStore(
    (onChange) => motion.subscribe(onChange),
    () => motion.isPaused(),
    () => false,
  );
}

/** Cards of one public list, in order. */
export function useCards(list: 'projects' | 'more'): readonly ProjectCard[] {
  return useHost().cards.filter((card) => card.list === list);
}
