/** Of all pictures. */
const SHARE = 0.1;

/**
 * True for more pictures than a sweep takes away by itself: more than a tenth of them. So many at once are a wrong clock, a wrong setting or a
 * wrong database more often than a year that has passed.
 * @param allowed pictures that may go whatever their share, or a small gallery could never lose one
 */
export function isMassRemoval(pictures: number, of: number, allowed: number): boolean {
  return pictures > Math.max(allowed, Math.floor(of * SHARE));
}
