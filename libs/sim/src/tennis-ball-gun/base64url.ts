const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Bytes as base64url without padding (RFC 4648, section 5). Not `btoa`, because this also runs on the server. */
export function toBase64Url(bytes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.slice(at, at + 3);
    const group = first * 65_536 + second * 256 + third;
    const letters = [group >> 18, (group >> 12) & 63, (group >> 6) & 63, group & 63].map((index) => LETTERS[index]);
    text += letters.slice(0, Math.min(3, bytes.length - at) + 1).join('');
  }
  return text;
}

/** The bytes of a base64url text; undefined if it is invalid or not the canonical encoding of its bytes. */
export function fromBase64Url(text: string): number[] | undefined {
  if (!/^[\w-]+$/.test(text) || text.length % 4 === 1) return undefined;
  const bytes: number[] = [];
  let group = 0;
  let bits = 0;
  for (const letter of text) {
    group = ((group << 6) | LETTERS.indexOf(letter)) & 0x3fff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((group >> bits) & 255);
  }
  return (group & ((1 << bits) - 1)) === 0 ? bytes : undefined;
}
