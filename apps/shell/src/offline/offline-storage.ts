import { EMPTY, type OfflineState } from './offline-state.ts';

/** Prefix of the sets' cache names. The server's self-removing worker deletes every cache whose name begins with `offline`. */
export const SET_PREFIX = 'offline ';
const STATE_CACHE = 'offline-state-1';
const STATE_ADDRESS = '/offline-state';

/** What the worker remembers: nothing if the browser refuses or has deleted it. */
export async function readState(caches: CacheStorage): Promise<OfflineState> {
  try {
    const stored = await caches.match(STATE_ADDRESS, { cacheName: STATE_CACHE });
    return stored ? { ...EMPTY, ...((await stored.json()) as OfflineState), isFilling: false } : EMPTY;
  } catch {
    return EMPTY;
  }
}

/** If the state cannot be stored, the earlier one is deleted: better to keep nothing than something that was withdrawn. */
export async function writeState(caches: CacheStorage, state: OfflineState): Promise<void> {
  try {
    const cache = await caches.open(STATE_CACHE);
    await cache.put(STATE_ADDRESS, new Response(JSON.stringify(state)));
  } catch {
    await caches.delete(STATE_CACHE).catch(() => false);
  }
}
