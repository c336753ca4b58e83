/** USDA sends at most 100,000 rows, each an object. */
const MAX_OBJECTS = 400_000;
const MAX_VALUES = 4_000_000;
/** Of properties. The widest reports have about sixty. */
const MAX_NAMES = 1_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OBJECT = 0x7b;
const ARRAY = 0x5b;
/** Bernstein's hash: a few names share one, which only raises the limit a little. */
const HASH_START = 5_381;
const HASH_FACTOR = 33;

/**
 * Checks JSON as it arrives for content that takes much more memory once it is parsed: 32 MB of empty objects take 1 GB, and
 * 32 MB of objects whose properties all have different names take 3 GB.
 */
export class JsonLimits {
  private objects = 0;
  private values = 0;
  /** Hashes of property names. */
  private readonly names = new Set<number>();
  private isInString = false;
  private isEscaped = false;
  /** Of the current string, or of the previous one. */
  private hash = HASH_START;

  /** Returns the limit that is exceeded; null if none is. */
  excessOf(chunk: Uint8Array): string | null {
    // Copied to local variables, which halves the loop's time.
    let { objects, values, isInString, isEscaped, hash } = this;
    for (const byte of chunk) {
      if (isInString) {
        if (byte === QUOTE && !isEscaped) isInString = false;
        else hash = ((hash * HASH_FACTOR) ^ byte) | 0;
        isEscaped = byte === BACKSLASH && !isEscaped;
      } else if (byte === QUOTE) {
        isInString = true;
        hash = HASH_START;
      } else if (byte === COLON) this.names.add(hash);
      else if (byte === COMMA) values += 1;
      else if (byte === OBJECT || byte === ARRAY) objects += 1;
    }
    Object.assign(this, { objects, values, isInString, isEscaped, hash });
    if (objects > MAX_OBJECTS) return `${MAX_OBJECTS} objects and arrays`;
    if (values > MAX_VALUES) return `${MAX_VALUES} values`;
    return this.names.size > MAX_NAMES ? `${MAX_NAMES} property names` : null;
  }
}
