const PHC = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{16,64})\$([A-Za-z0-9+/]{32,128})$/;

/** The parts of a password hash. */
export interface ScryptHash {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
}

/** Returns null for a string that is not a scrypt hash in PHC format, or has cost parameters outside the plausible range. */
export function parsePasswordHash(text: string): ScryptHash | null {
  const [, ln, r, p, salt, hash] = PHC.exec(text) ?? [];
  if (ln === undefined || r === undefined || p === undefined || salt === undefined || hash === undefined) return null;
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  const isPlausible = cost.ln >= 14 && cost.ln <= 18 && cost.r >= 1 && cost.r <= 16 && cost.p >= 1 && cost.p <= 8;
  return isPlausible ? { ...cost, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') } : null;
}
