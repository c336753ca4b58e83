/** Milliseconds of work per task: short enough to fit into a frame together with rendering. */
const SLICE_MS = 8;

/** Runs work to completion synchronously. */
export function atOnce<Result>(work: Generator<undefined, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Runs work in slices and yields to the page in between; resolves to null once `isWanted` returns false. */
export async function inSlices<Result>(work: Generator<undefined, Result>, isWanted: () => boolean): Promise<Result | null> {
  while (isWanted()) {
    const until = performance.now() + SLICE_MS;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
    await new Promise((nextTask) => {
      setTimeout(nextTask, 0);
    });
  }
  return null;
}
