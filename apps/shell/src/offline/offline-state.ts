/** Pages that were kept together: documents and files of one serial, each with its hash. */
interface KeptSet {
  readonly serial: number;
  /** Serial and hash: the name of its cache. */
  readonly set: string;
  readonly pages: readonly string[];
}

export interface OfflineState {
  /** Serial of the latest document; 0 if none has been seen yet. */
  readonly seen: number;
  /** Pages that the visitor has opened, the last one first. */
  readonly wanted: readonly string[];
  /** What may be shown without a network. */
  readonly kept: KeptSet | null;
  /** Number of the latest fill. */
  readonly fill: number;
  readonly isFilling: boolean;
  /** Fills that have failed since the last document or opened page. */
  readonly failures: number;
}

export type OfflineEvent =
  /** The server has sent a document. Not stable: one with a canary or an override. */
  | { readonly type: 'responded'; readonly serial: number; readonly isStable: boolean }
  | { readonly type: 'opened'; readonly path: string }
  /** `absent`: wanted pages that can no longer be kept. */
  | { readonly type: 'filled'; readonly fill: number; readonly kept: KeptSet; readonly absent: readonly string[] }
  | { readonly type: 'failed'; readonly fill: number }
  /** The delay of a `retry` is over. */
  | { readonly type: 'retried'; readonly fill: number };

export type OfflineEffect =
  /** Stores the state, before anything else follows from the event. */
  | { readonly type: 'save' }
  /** Deletes every set but the kept one. */
  | { readonly type: 'clean' }
  | { readonly type: 'fill'; readonly fill: number; readonly paths: readonly string[] }
  /** Sends `retried` after this time, in ms. */
  | { readonly type: 'retry'; readonly fill: number; readonly after: number };

type Step = readonly [OfflineState, readonly OfflineEffect[]];

const MAX_PAGES = 12;
/**
 * Without retries, a visitor who opens only one page would have nothing saved after a lost connection. All of them fit in the five
 * minutes after which a browser may stop a worker.
 */
const RETRY_AFTER_MS = [10_000, 30_000, 90_000];
const SAVE = { type: 'save' } as const;
const CLEAN = { type: 'clean' } as const;

export const EMPTY: OfflineState = { seen: 0, wanted: [], kept: null, fill: 0, isFilling: false, failures: 0 };

/** Fetches the wanted pages if one of them is not kept. An earlier fill no longer counts. */
function filling(state: OfflineState, effects: readonly OfflineEffect[]): Step {
  if (state.wanted.every((path) => state.kept?.pages.includes(path))) return [state, effects];
  const fill = state.fill + 1;
  return [{ ...state, fill, isFilling: true }, [...effects, { type: 'fill', fill, paths: state.wanted }]];
}

function responded(state: OfflineState, serial: number, isStable: boolean): Step {
  const isForgotten = state.kept !== null && (state.kept.serial !== serial || !isStable);
  if (state.seen === serial && !isForgotten)
    return isStable && !state.isFilling ? filling({ ...state, failures: 0 }, []) : [state, []];
  const next = { ...state, seen: serial, kept: null, isFilling: false, failures: 0 };
  return isStable ? filling(next, [SAVE, CLEAN]) : [next, [SAVE, CLEAN]];
}

/** What is kept follows the documents that the server sends: when one belongs to another serial, the kept set is forgotten. */
export function step(state: OfflineState, event: OfflineEvent): Step {
  if (event.type === 'responded') return responded(state, event.serial, event.isStable);
  if (event.type === 'opened') {
    const wanted = [event.path, ...state.wanted.filter((path) => path !== event.path)].slice(0, MAX_PAGES);
    return filling({ ...state, wanted, failures: 0 }, [SAVE]);
  }
  if (event.type === 'retried') return state.isFilling || event.fill !== state.fill ? [state, []] : filling(state, []);
  if (!state.isFilling || event.fill !== state.fill) return [state, []];
  const ended = { ...state, isFilling: false };
  // The list may come from a process of the server that knows an older registry than the one that sent the document.
  if (event.type === 'failed' || event.kept.serial < state.seen) {
    const after = RETRY_AFTER_MS[state.failures];
    const retries = after === undefined ? [] : [{ type: 'retry', fill: state.fill, after } as const];
    return [{ ...ended, failures: state.failures + 1 }, [CLEAN, ...retries]];
  }
  const { kept, absent } = event;
  const wanted = state.wanted.filter((path) => !absent.includes(path));
  return [{ ...ended, seen: kept.serial, wanted, kept }, [SAVE, CLEAN]];
}
