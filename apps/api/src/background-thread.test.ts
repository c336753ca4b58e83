import { execFileSync } from 'node:child_process';

const CODE = `
  import { getPriority } from 'node:os';
  import { runProcessInBackground } from ${JSON.stringify(new URL('../dist/background-thread.js', import.meta.url).href)};
  runProcessInBackground();
  console.log(getPriority());
`;

test('background work comes after the visitors, and still gets its share of a busy machine', () => {
  const priority = Number(execFileSync(process.execPath, ['--input-type=module', '-e', CODE], { encoding: 'utf8' }));
  expect(priority).toBeGreaterThan(0);
  // At 19, with two busy programs per core beside it, none of three pictures was finished within its 20 seconds.
  expect(priority).toBeLessThan(10);
});
