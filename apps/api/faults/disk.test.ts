import { execFileSync, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseSubmissions } from '@site/contracts';
import { migrateSite } from '../src/commands/migrate.command.ts';
import { aFolder, anEnvironment } from '../src/test-support/a-config.ts';
import { aPicture, dataUrl, uploadUntilAnswered } from '../src/test-support/a-picture.ts';
import { aReleaseFolder } from '../src/test-support/a-release-folder.ts';
import { startProcess } from '../src/test-support/server-process.ts';

const ROUTE = '/api/kaleidoscope-submissions';
const LIMITS = {
  GALLERY_UPLOADS_PER_MINUTE: '1000000',
  GALLERY_UPLOADS_PER_DAY: '1000000',
  GALLERY_MIN_FREE_BYTES: '0',
  LOG_LEVEL: 'silent',
};

test('"disk full": clean 507s while reads continue, nothing partially written, and 201 again once there is room', async () => {
  const folder = await aFolder();
  const data = join(folder.path, 'data');
  await mkdir(data);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', data]);
  const env = anEnvironment(folder.path, LIMITS);
  await aReleaseFolder(env['RELEASES_DIR'] ?? '', env['RELEASE_SIGNING_KEY'] ?? '');
  await migrateSite(env);
  const server = await startProcess(env);
  try {
    const statuses: number[] = [];
    for (let seed = 1; statuses.filter((status) => status === 507).length < 10 && seed < 400; seed += 1) {
      const sent = { body: { imageData: dataUrl(await aPicture(seed, { width: 1_200, height: 900 })), flowerCount: 1 } };
      statuses.push((await uploadUntilAnswered(server.url, sent)).status);
    }
    const full = statuses.indexOf(507);
    process.stderr.write(
      `full disk: ${full} pictures, then ${statuses.length - full} responses with ${[...new Set(statuses.slice(full))].join(', ')}\n`,
    );
    expect(full).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([201, 507]));
    expect((await readdir(join(data, 'pictures'))).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    const list = parseSubmissions(await (await fetch(server.url + ROUTE)).json());
    expect(list).toHaveLength(statuses.filter((status) => status === 201).length);
    expect((await fetch(`${server.url}${list[0]?.imageUrl}`)).status).toBe(200);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);

    for (const { id } of list.slice(0, 5)) {
      for (const name of [`${id}.jpg`, `${id}.thumb.jpg`, `${id}.thumb.webp`])
        await rm(join(data, 'pictures', id.slice(0, 2), name));
    }
    const sent = { body: { imageData: dataUrl(await aPicture(9_999)), flowerCount: 1 } };
    expect((await uploadUntilAnswered(server.url, sent)).status).toBe(201);
  } finally {
    const ended = once(server.process, 'exit');
    server.process.kill('SIGKILL');
    await ended;
    execFileSync('umount', [data]);
    await folder.remove();
  }
});

/** System calls, in order, between an upload's request and its response. */
async function traceOneUpload(nodeOptions: readonly string[]): Promise<string[]> {
  const folder = await aFolder();
  const env = anEnvironment(folder.path, LIMITS);
  await aReleaseFolder(env['RELEASES_DIR'] ?? '', env['RELEASE_SIGNING_KEY'] ?? '');
  await migrateSite(env);
  const server = await startProcess(env, nodeOptions);
  // One picture first: one-time work is not part of the order under test.
  await uploadUntilAnswered(server.url, { body: { imageData: dataUrl(await aPicture(1)), flowerCount: 1 } });
  const log = join(folder.path, 'trace');
  await writeFile(log, '');
  const calls = 'trace=fsync,fdatasync,rename,openat,write,writev,pwrite64';
  const strace = spawn('strace', ['-f', '-y', '-s', '20', '-e', calls, '-o', log, '-p', String(server.process.pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  for await (const [words] of on(strace.stderr, 'data') as AsyncIterable<[Buffer]>) {
    said += words.toString();
    if (said.includes('attached')) break;
  }
  const response = await uploadUntilAnswered(server.url, { body: { imageData: dataUrl(await aPicture(2)), flowerCount: 1 } });
  expect(response.status).toBe(201);
  // strace has written everything once the traced process has ended.
  const ended = Promise.all([once(strace, 'exit'), once(server.process, 'exit')]);
  server.process.kill('SIGKILL');
  await ended;
  const text = await readFile(log, 'utf8');
  await folder.remove();
  const steps: string[] = [];
  for (const line of text.split('\n')) {
    if (/f(?:data)?sync\(\d+<[^>]*\.tmp>/.test(line)) steps.push('sync file');
    else if (/rename\(.*\.tmp"/.test(line)) steps.push('rename');
    else if (/f(?:data)?sync\(\d+<[^>]*\/pictures\/[0-9a-f]{2}>/.test(line)) steps.push('sync folder');
    else if (/f(?:data)?sync\(\d+<[^>]*site\.sqlite-wal>/.test(line)) steps.push('sync row');
    else if (/write[v]?\(\d+<(?:TCP|socket).*HTTP\/1\.1 201/.test(line)) steps.push('response');
  }
  return steps;
}

/** Each file is synced and renamed, and its folder synced; then the row is synced; then the response is sent. */
function isDurableOrder(steps: readonly string[]): boolean {
  const response = steps.indexOf('response');
  const before = steps.slice(0, response);
  const lastFolder = before.lastIndexOf('sync folder');
  const files = before.filter((step) => step === 'sync file').length;
  const row = before.indexOf('sync row', lastFolder);
  return (
    response > 0 && files === 3 && before.filter((step) => step === 'rename').length === 3 && lastFolder > 0 && row > lastFolder
  );
}

test('"write path": strace shows sync(file) < rename < sync(folder) < sync(row) < 201', async () => {
  const steps = await traceOneUpload([]);
  process.stderr.write(`write path: ${steps.join(' > ')}\n`);
  expect(isDurableOrder(steps)).toBe(true);
});

test('the write-order test notices a server that does not sync its files (negative control)', async () => {
  const steps = await traceOneUpload(['--import', resolve(import.meta.dirname, 'no-sync.mjs')]);
  process.stderr.write(`write path without sync: ${steps.join(' > ')}\n`);
  expect(steps).toContain('response');
  expect(isDurableOrder(steps)).toBe(false);
});
