import { safeStorage } from '@site/host';

const KEY = 'gallery-delete-tokens';

/** Stores the delete tokens of the pictures that this browser saved, by picture id. */
const storage = safeStorage(() => window.localStorage);

function read(): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(storage.getItem(KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // Something else is stored under the key.
    return {};
  }
}

export function rememberToken(id: string, token: string): void {
  storage.setItem(KEY, JSON.stringify({ ...read(), [id]: token }));
}

export function tokenOf(id: string): string | undefined {
  const token = read()[id];
  return typeof token === 'string' ? token : undefined;
}

export function forgetToken(id: string): void {
  const { [id]: _forgotten, ...others } = read();
  storage.setItem(KEY, JSON.stringify(others));
}
