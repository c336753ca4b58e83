import { use } from 'react';

/** Code that is fetched when it is first needed. */
export interface LazyPart<T> {
  /** What was loaded; undefined before. */
  current(): T | undefined;
  /** Loads it once. A failure stays, so that a component that waits for it shows it instead of asking for ever. */
  load(): Promise<T>;
  /** Loads it, after a failure once more. */
  warm(): Promise<T>;
}

export function lazyPart<T>(fetchPart: () => Promise<T>): LazyPart<T> {
  let current: T | undefined;
  let loading: Promise<T> | undefined;
  let hasFailed = false;

  async function start() {
    try {
      current = await fetchPart();
      return current;
    } catch (cause) {
      hasFailed = true;
      throw cause;
    }
  }
  function load() {
    loading ??= start();
    return loading;
  }
  return {
    current: () => current,
    load,
    warm() {
      if (hasFailed) loading = undefined;
      hasFailed = false;
      return load();
    },
  };
}

/** Reads a part while rendering: at once where it is loaded, so that hydration finds it, and otherwise by suspending. */
export function useLazyPart<T>(part: LazyPart<T>): T {
  return part.current() ?? use(part.load());
}
