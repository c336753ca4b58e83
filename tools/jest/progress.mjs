/** Short runs end before this and print nothing. */
const INTERVAL_MS = 60_000;

/**
 * Prints once a minute how many rounds of a campaign are done: for the person who waits, and for tools/run-jest.mjs, which kills a run
 * that prints nothing for an hour. A campaign is one test, and Jest itself prints only when a file is done.
 * @returns function to call when a round, or some, are done
 */
export function progressOf(what, rounds) {
  let done = 0;
  let printedAt = performance.now();
  return (count = 1) => {
    done += count;
    if (performance.now() - printedAt < INTERVAL_MS) return;
    printedAt = performance.now();
    process.stderr.write(`${what}: ${done} of ${rounds}\n`);
  };
}
