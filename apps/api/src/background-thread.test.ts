import { execFileSync } from 'node:child_process';
import { getPriority } from 'node:os';

const MODULE = JSON.stringify(new URL('../dist/background-thread.js', import.meta.url).href);
const PROCESS = `
  import { getPriority } from 'node:os';
  import { runProcessInBackground } from ${MODULE};
  runProcessInBackground();
  console.log(getPriority());
`;
const IN_THREAD = `
  Promise.all([import('node:os'), import(${MODULE})]).then(([{ getPriority }, { runInBackground }]) => {
    runInBackground();
    console.log(getPriority());
  });
`;
const THREAD = `
  import { getPriority } from 'node:os';
  import { Worker } from 'node:worker_threads';
  new Worker(${JSON.stringify(IN_THREAD)}, { eval: true }).on('exit', () => console.log(getPriority()));
`;

/** Runs code with a lower priority than this process has. @returns the numbers that it prints */
const printed = (code: string, niceness: number): number[] =>
  execFileSync('nice', ['-n', String(niceness), process.execPath, '--input-type=module', '-e', code], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number);

// A fixed 19 is too low: with two busy programs per core, no picture was finished in time.
test.each([0, 7, 19])(
  'a background process of a server started with nice -n %d has 5 more than the server, up to 19',
  (niceness) => {
    const server = Math.min(getPriority() + niceness, 19);
    expect(printed(PROCESS, niceness)).toEqual([Math.min(server + 5, 19)]);
  },
);

test('on Linux a background thread is a step behind the others of its process; elsewhere it cannot be', () => {
  const server = Math.min(getPriority() + 2, 19);
  const step = process.platform === 'linux' ? 5 : 0;
  expect(printed(THREAD, 2)).toEqual([Math.min(server + step, 19), server]);
});
