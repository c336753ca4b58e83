/** Of all pictures. */
const SHARE = 0.1;
/** A small gallery may lose so many at once, but never more than half. */
const SMALL = 5;

/**
 * True for more pictures than a sweep removes by itself: a tenth, or a few of a small gallery. So many at once are a wrong clock, a wrong
 * setting or a wrong database more often than a year that has passed. A gallery of one picture may lose it: nothing tells the two apart.
 */
export function isMassRemoval(pictures: number, of: number): boolean {
  return pictures > Math.max(1, Math.floor(of * SHARE), Math.min(SMALL, Math.floor(of / 2)));
}
