import { render, type RenderResult } from '@testing-library/react';
// oxlint-disable-next-line no-restricted-imports -- only tests set up their own router; pages get the shell's
import { MemoryRouter } from 'react-router-dom';
import type { ReactElement } from 'react';
import type { PageLead, ProjectCard } from '@site/contracts';
import { HostProvider, type HostApi, type MotionControl } from '@site/host';
import { QueryClient, QueryClientProvider } from '@site/query';

interface Surroundings {
  /** Address of the page, with its search parameters. */
  readonly address?: string;
  readonly cards?: readonly ProjectCard[];
  readonly motionPaused?: boolean;
  /** What the document said first. */
  readonly lead?: PageLead;
  /** Workers need a browser: by default none starts. */
  readonly startWorker?: HostApi['startWorker'];
  /** Receives the notifications; by default nobody does. */
  readonly toast?: HostApi['toast'] | undefined;
}

function createMotion(startsPaused: boolean): MotionControl {
  let paused = startsPaused;
  const listeners = new Set<() => void>();
  return {
    isPaused: () => paused,
    setPaused(next) {
      paused = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Renders a page of a remote as the shell would: with host, router and a query client with the shell's defaults. */
export function renderPage(
  page: ReactElement,
  surroundings: Surroundings = {},
): RenderResult & { readonly motion: MotionControl } {
  const motion = createMotion(surroundings.motionPaused ?? false);
  const host: HostApi = {
    analytics: { event: () => {} },
    motion,
    cards: surroundings.cards ?? [],
    lead: surroundings.lead,
    toast: surroundings.toast ?? (() => {}),
    startWorker: surroundings.startWorker ?? (() => Promise.reject(new Error('a worker needs a browser'))),
  };
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: Infinity, gcTime: Infinity, refetchOnWindowFocus: false, networkMode: 'always' },
    },
  });
  const rendered = render(
    <HostProvider host={host}>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[surroundings.address ?? '/']}>{page}</MemoryRouter>
      </QueryClientProvider>
    </HostProvider>,
  );
  return { ...rendered, motion };
}
