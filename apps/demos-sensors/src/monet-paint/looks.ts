/**
 * Time until an unfinished still is shown a second time; it doubles each time after that. Lighting the whole picture costs as much as
 * several strokes, and fine strokes change less of it.
 */
const LOOK_MILLISECONDS = 400;

/** Returns true if the unfinished still should be shown again. */
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
