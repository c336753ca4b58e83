import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { WORKSPACE } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

async function quickStart(
  env: Record<string, string>,
): Promise<{ process: ChildProcess; output: () => string; ended: Promise<number | null> }> {
  const child = spawn(process.execPath, ['tools/start.mjs'], { cwd: WORKSPACE, env: { ...process.env, ...env } });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  return { process: child, output: () => text, ended };
}

test('npm start prints the URL and what runs, serves the site, and stops cleanly on Ctrl-C', async () => {
  const folder = await mkdtemp(resolve(WORKSPACE, 'tmp/quick-'));
  const run = await quickStart({ PORT: '0', DATA_DIR: resolve(folder, 'data'), RELEASES_DIR: resolve(folder, 'releases') });
  await expect.poll(run.output, { timeout: 0 }).toMatch(/The site is running at http:\/\/localhost:\d+/);
  expect(run.output()).toContain('bundled sample data');
  const url = /The site is running at (\S+)/.exec(run.output())?.[1] ?? '';
  expect((await fetch(`${url}/projects/cameras`)).status).toBe(200);
  run.process.kill('SIGINT');
  expect(await run.ended).toBe(0);
  await rm(folder, { recursive: true });
});
