type VisitorStorage = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * The browser's storage, where it works. Some browsers refuse it altogether (blocked cookies), some when it is read or when it
 * is full (private windows): a choice is then not remembered, and nothing else happens.
 */
export function visitorStorage(window: Pick<Window, 'localStorage'>): VisitorStorage {
  return {
    getItem(key) {
      try {
        return window.localStorage.getItem(key);
      } catch {
        return null;
      }
    },
    setItem(key, value) {
      try {
        window.localStorage.setItem(key, value);
      } catch {
        // Not remembered.
      }
    },
  };
}
