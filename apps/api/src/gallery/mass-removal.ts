/** Fraction of all pictures. */
const SHARE = 0.1;

/**
 * True for more pictures than a sweep removes by itself: more than a tenth of all. That many at once are more likely due to a
 * wrong clock, setting or database than to normal expiry.
 * @param allowed this many pictures may be removed whatever their share; otherwise a small gallery could never lose one
 */
export function isMassRemoval(pictures: number, of: number, allowed: number): boolean {
  return pictures > Math.max(allowed, Math.floor(of * SHARE));
}
