/** Pictures whose difference hashes differ in at most this many of 64 bits look alike. */
const MAX_DIFFERENCE = 6;

/** Prefix of the hash of a picture with too little detail for a difference hash. */
export const EXACT = 'exact ';

function differingBits(a: bigint, b: bigint): number {
  let rest = a ^ b;
  let bits = 0;
  while (rest > 0n) {
    rest &= rest - 1n;
    bits += 1;
  }
  return bits;
}

/** Counts the hashes of pictures that look like this one. */
export function countAlike(hash: string, others: readonly string[]): number {
  if (hash.startsWith(EXACT)) return others.filter((other) => other === hash).length;
  const own = BigInt(`0x${hash}`);
  return others.filter((other) => !other.startsWith(EXACT) && differingBits(own, BigInt(`0x${other}`)) <= MAX_DIFFERENCE).length;
}
