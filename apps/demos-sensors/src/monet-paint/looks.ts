/**
 * Until the second look at a still that is being laid; until each later one it is twice as long. Light's work on all of the picture
 * costs as much as some strokes, and the fine ones change less of it.
 */
const LOOK_MILLISECONDS = 400;

/** Returns true when the next look at a still is due. */
export function createLooks(): (now: number) => boolean {
  let looked: number | undefined;
  let wait = LOOK_MILLISECONDS;
  return (now) => {
    if (looked !== undefined && now - looked < wait) return false;
    if (looked !== undefined) wait *= 2;
    looked = now;
    return true;
  };
}
