import { use } from 'react';

/** Code that is fetched when it is first needed. */
export interface LazyPart<T> {
  /** Loads it once. A failure is kept, so that a component that waits for the part shows it instead of retrying forever. */
  load(): Promise<T>;
  /** Loads it, and tries once more if that failed before. */
  warm(): Promise<T>;
}

/** What React's `use` reads from a promise without waiting for it. */
interface Settled<T> {
  status?: 'fulfilled';
  value?: T;
}

export function lazyPart<T>(fetchPart: () => Promise<T>): LazyPart<T> {
  let loading: (Promise<T> & Settled<T>) | undefined;
  let hasFailed = false;

  function load() {
    if (!loading) {
      const started: Promise<T> & Settled<T> = fetchPart();
      started.then(
        // So that a page whose code has arrived hydrates without suspending first.
        (value) => Object.assign(started, { status: 'fulfilled', value } satisfies Settled<T>),
        () => {
          hasFailed = true;
        },
      );
      loading = started;
    }
    return loading;
  }
  return {
    load,
    warm() {
      if (hasFailed) loading = undefined;
      hasFailed = false;
      return load();
    },
  };
}

/** A part that needs no loading. */
export function loadedPart<T>(value: T): LazyPart<T> {
  const loaded = Object.assign(Promise.resolve(value), { status: 'fulfilled', value } satisfies Settled<T>);
  return { load: () => loaded, warm: () => loaded };
}

/** Reads a part while rendering: at once if it is loaded, and otherwise by suspending. */
export function useLazyPart<T>(part: LazyPart<T>): T {
  return use(part.load());
}
