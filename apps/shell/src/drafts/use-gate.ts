import { useEffect, useReducer } from 'react';
import type { ProjectCard } from '@site/contracts';
import { createGateFlag, fetchDrafts, leaveDrafts, verifyPassword } from './drafts.ts';

export type Gate =
  | { readonly state: 'loading' }
  | { readonly state: 'locked'; readonly isChecking: boolean; readonly error: string | null }
  | { readonly state: 'unlocked'; readonly drafts: readonly ProjectCard[] }
  | { readonly state: 'failed'; readonly reason: string };

const LOCKED: Gate = { state: 'locked', isChecking: false, error: null };
const flag = createGateFlag(() => window.sessionStorage);

const replace = (_gate: Gate, next: Gate): Gate => next;

/** The gate's three states, and a fourth for a list that could not be fetched. */
export function useGate() {
  const [gate, set] = useReducer(replace, { state: 'loading' });

  const load = (signal?: AbortSignal): Promise<void> =>
    fetchDrafts(signal).then(
      (drafts) => {
        // A flag without the cookie opens nothing.
        if (drafts === null) flag.clear();
        set(drafts === null ? LOCKED : { state: 'unlocked', drafts });
      },
      (error: unknown) => {
        if (!signal?.aborted) set({ state: 'failed', reason: error instanceof Error ? error.message : String(error) });
      },
    );

  useEffect(() => {
    if (!flag.isSet()) {
      set(LOCKED);
      return;
    }
    const leaving = new AbortController();
    void load(leaving.signal);
    return () => leaving.abort();
    // Once, when the page opens: `load` only uses what never changes.
  }, []);

  return {
    gate,
    async open(password: string): Promise<void> {
      set({ state: 'locked', isChecking: true, error: null });
      try {
        if (await verifyPassword(password)) {
          flag.set();
          await load();
        } else set({ state: 'locked', isChecking: false, error: 'Incorrect password' });
      } catch {
        set({ state: 'locked', isChecking: false, error: 'Error verifying password' });
      }
    },
    retry(): void {
      set({ state: 'loading' });
      void load();
    },
    async leave(): Promise<void> {
      flag.clear();
      // Locked here in any case; the session ends by itself if the server cannot be reached now.
      await leaveDrafts().catch(() => undefined);
      set(LOCKED);
    },
  };
}
