const KEY = 'gallery-delete-tokens';

/** What lets this browser remove its own pictures: id -> token. Works, for the open page, where storage is refused. */
const held = new Map<string, string>();

function read(): Record<string, string> {
  try {
    const value: unknown = JSON.parse(window.localStorage.getItem(KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, string>) : {};
  } catch {
    return {};
  }
}

function write(tokens: Record<string, string>): void {
  try {
    window.localStorage.setItem(KEY, JSON.stringify(tokens));
  } catch {
    // Refused or full: the tokens in memory serve until the page is left.
  }
}

export function rememberToken(id: string, token: string): void {
  held.set(id, token);
  write({ ...read(), [id]: token });
}

export function tokenOf(id: string): string | undefined {
  const token: unknown = held.get(id) ?? read()[id];
  return typeof token === 'string' ? token : undefined;
}

export function forgetToken(id: string): void {
  held.delete(id);
  const { [id]: _forgotten, ...others } = read();
  write(others);
}
