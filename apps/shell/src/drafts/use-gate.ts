import { useEffect, useReducer } from 'react';
import type { ProjectCard } from '@site/contracts';
import { RequestError, safeStorage } from '@site/host';
import { createGateFlag, fetchDrafts, leaveDrafts, verifyPassword } from './drafts.ts';

type Gate =
  | { readonly state: 'loading' }
  | { readonly state: 'locked'; readonly isChecking: boolean; readonly error: string | null }
  | { readonly state: 'unlocked'; readonly drafts: readonly ProjectCard[] }
  | { readonly state: 'failed'; readonly reason: string };

export type Verdict = 'right' | 'wrong' | 'unverified';

const LOCKED: Gate = { state: 'locked', isChecking: false, error: null };
const flag = createGateFlag(safeStorage(() => window.sessionStorage));
/**
 * Settles when the request that ends the previous session does. At module level, because the visitor may open another page in
 * the meantime.
 */
let sessionEnded = Promise.resolve();

/** The state after fetching the server's list. */
async function fetchGate(): Promise<Gate> {
  try {
    const drafts = await fetchDrafts();
    if (drafts !== null) return { state: 'unlocked', drafts };
    // A flag without the cookie does not open the gate.
    flag.clear();
    return LOCKED;
  } catch (error) {
    const reason = error instanceof RequestError ? `The server returned ${error.status}.` : 'No response: check the connection.';
    return { state: 'failed', reason };
  }
}

const replace = (_gate: Gate, next: Gate): Gate => next;

/** The gate's three states, and a fourth for a list that could not be fetched. */
export function useGate() {
  const [gate, set] = useReducer(replace, { state: 'loading' });

  useEffect(() => {
    if (!flag.isSet()) {
      set(LOCKED);
      return;
    }
    let isHere = true;
    const arrive = async (): Promise<void> => {
      const next = await fetchGate();
      if (isHere) set(next);
    };
    void arrive();
    return () => {
      isHere = false;
    };
  }, []);

  return {
    gate,
    async open(password: string): Promise<Verdict> {
      set({ state: 'locked', isChecking: true, error: null });
      // Wait for it: a late response would clear the new session's cookie.
      await sessionEnded;
      try {
        if (await verifyPassword(password)) {
          flag.set();
          set(await fetchGate());
          return 'right';
        }
        set({ state: 'locked', isChecking: false, error: 'Incorrect password' });
        return 'wrong';
      } catch (error) {
        // After too many attempts even the right password is refused for a while.
        const isRefused = error instanceof RequestError && error.status === 429;
        const isLate = error instanceof DOMException && error.name === 'TimeoutError';
        const why = isRefused
          ? '. Too many failed attempts: try again later'
          : isLate
            ? '. The server did not respond: try again'
            : '';
        set({ state: 'locked', isChecking: false, error: `Error verifying password${why}` });
        return 'unverified';
      }
    },
    retry(): void {
      set({ state: 'loading' });
      void fetchGate().then(set);
    },
    leave(): void {
      flag.clear();
      set(LOCKED);
      // If the server cannot be reached, the session expires by itself.
      sessionEnded = leaveDrafts().catch(() => undefined);
    },
  };
}
