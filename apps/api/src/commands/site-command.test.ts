import { Readable } from 'node:stream';
import { isPassword, parsePasswordHash } from '../auth-gate/password-hash.ts';
import { main } from './site-command.ts';

async function run(args: readonly string[], input = '') {
  const printed: string[] = [];
  const complaints: string[] = [];
  const code = await main(
    args,
    {},
    { input: Readable.from([input]), print: (line) => printed.push(line), complain: (line) => complaints.push(line) },
  );
  return { code, printed, complaints };
}

test('site hash-password prints a hash of what it reads, and nothing else', async () => {
  const { code, printed } = await run(['hash-password'], 'a long enough password\n');
  const parsed = parsePasswordHash(printed[0] ?? '');
  expect([code, printed.length, parsed && (await isPassword('a long enough password', parsed))]).toEqual([0, 1, true]);
});

test('site hash-password refuses a password of fewer than 15 characters', async () => {
  const { code, printed, complaints } = await run(['hash-password'], 'short\n');
  expect([code, printed, complaints]).toEqual([1, [], ['site: a password needs at least 15 characters']]);
});

test('site without a command, or with --help, names every command', async () => {
  for (const [args, expected] of [
    [[], 2],
    [['--help'], 0],
  ] as const) {
    const { code, printed } = await run(args);
    expect(code).toBe(expected);
    for (const name of ['release <app>', 'status', 'hash-password']) expect(printed.join('\n')).toContain(name);
  }
});
