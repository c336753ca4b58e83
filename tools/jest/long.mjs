/** Set by tools/long-tests.mjs. */
export const IS_LONG = process.env.LONG_TESTS === '1';

/**
 * Which test files Jest runs: all but those named `*.long.test.ts`, or only these. The long ones are campaigns, tables of every case, faults
 * and killed processes; `npm test` runs the others, which state the rules.
 * @param folder with Jest's placeholders
 * @param suffixes of the names of test files, `test.ts`
 */
export function testFiles(folder, ...suffixes) {
  if (IS_LONG) return suffixes.map((suffix) => `${folder}/**/*.long.${suffix}`);
  return suffixes.flatMap((suffix) => [`${folder}/**/*.${suffix}`, `!**/*.long.${suffix}`]);
}
