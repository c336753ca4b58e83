export type SafeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * The browser's storage, if it works. Some browsers refuse it altogether (blocked cookies), some when it is read or when it
 * is full (private windows). What could not be stored is kept in memory until the document is closed.
 */
export function safeStorage(open: () => SafeStorage): SafeStorage {
  const notStored = new Map<string, string>();
  return {
    getItem(key) {
      const value = notStored.get(key);
      if (value !== undefined) return value;
      try {
        return open().getItem(key);
      } catch {
        return null;
      }
    },
    setItem(key, value) {
      try {
        open().setItem(key, value);
        notStored.delete(key);
      } catch {
        notStored.set(key, value);
      }
    },
    removeItem(key) {
      notStored.delete(key);
      try {
        open().removeItem(key);
      } catch {
        // Nothing was stored there.
      }
    },
  };
}
