import { safeStorage, type SafeStorage } from './safe-storage.ts';

const refuse = () => {
  throw new DOMException('refused', 'SecurityError');
};
const refusing: SafeStorage = { getItem: refuse, setItem: refuse, removeItem: refuse };

test('values are stored in the browser’s storage', () => {
  localStorage.clear();
  const storage = safeStorage(() => localStorage);
  storage.setItem('motion', 'paused');
  expect([storage.getItem('motion'), localStorage.getItem('motion')]).toEqual(['paused', 'paused']);
  storage.removeItem('motion');
  expect([storage.getItem('motion'), localStorage.getItem('motion')]).toEqual([null, null]);
});

test.each([
  ['to be opened', refuse],
  ['to be read or written', () => refusing],
])('storage that refuses %s reads as empty, and keeps values in memory for this document', (_what, open) => {
  const storage = safeStorage(open);
  expect(storage.getItem('motion')).toBeNull();
  storage.setItem('motion', 'paused');
  expect(storage.getItem('motion')).toBe('paused');
  storage.removeItem('motion');
  expect(storage.getItem('motion')).toBeNull();
});

test('a value that did not fit takes precedence over the older one that is still stored', () => {
  localStorage.clear();
  localStorage.setItem('motion', 'running');
  let isFull = true;
  const storage = safeStorage(() => ({
    getItem: (key) => localStorage.getItem(key),
    setItem: (key, value) => (isFull ? refuse() : localStorage.setItem(key, value)),
    removeItem: (key) => localStorage.removeItem(key),
  }));
  storage.setItem('motion', 'paused');
  expect(storage.getItem('motion')).toBe('paused');
  isFull = false;
  storage.setItem('motion', 'running');
  expect([storage.getItem('motion'), localStorage.getItem('motion')]).toEqual(['running', 'running']);
});
