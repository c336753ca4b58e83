import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseNewSubmission, parseSubmissions } from '@site/contracts';
import { migrateSite } from '../src/commands/migrate.command.ts';
import { aFolder, anEnvironment } from '../src/test-support/a-config.ts';
import { aPicture, dataUrl, upload } from '../src/test-support/a-picture.ts';
import { aReleaseFolder } from '../src/test-support/a-release-folder.ts';
import { startProcess, type ServerProcess } from '../src/test-support/server-process.ts';

const ROUTE = '/api/kaleidoscope-submissions';
const BREAK_COMMIT = ['--import', resolve(import.meta.dirname, 'faulty-commit.mjs')];

const started: ServerProcess[] = [];
let folder: Awaited<ReturnType<typeof aFolder>>;
let env: Record<string, string>;

beforeEach(async () => {
  folder = await aFolder();
  env = anEnvironment(folder.path, { LOG_LEVEL: 'silent', GALLERY_UPLOADS_PER_MINUTE: '1000' });
  await aReleaseFolder(env['RELEASES_DIR'] ?? '', env['RELEASE_SIGNING_KEY'] ?? '');
  await migrateSite(env);
});
afterEach(async () => {
  for (const server of started.splice(0)) await end(server);
  await folder.remove();
});

async function launch(more: Record<string, string> = {}, options: readonly string[] = []): Promise<ServerProcess> {
  const server = await startProcess({ ...env, ...more }, options);
  started.push(server);
  return server;
}

async function end({ process: child }: ServerProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

const listed = async (url: string) => parseSubmissions(await (await fetch(url + ROUTE)).json());

/** Retries while a lease of the killed process holds the key, for at most five seconds. */
async function send(url: string, sent: Parameters<typeof upload>[1]): Promise<Response> {
  for (;;) {
    const response = await upload(url, sent);
    if (response.status !== 409) return response;
    await delay(250);
  }
}

/** Status of the first response, null if there is none; and of the response to a retry with the same key. */
test.each([
  ['killed before', null, 201],
  ['killed after', null, 200],
  ['confirmation lost', 201, 200],
  ['never done', 503, 201],
  ['done late', 503, 200],
] as const)(
  'a commit (%s): no row without files, no visible files without a row, and a retry makes no second picture',
  async (how, first, second) => {
    const sent = {
      body: { imageData: dataUrl(await aPicture(1)), flowerCount: 1 },
      headers: { 'Idempotency-Key': 'the-one-key' },
    };
    const broken = await launch({ COMMIT: how }, BREAK_COMMIT);
    const response = await upload(broken.url, sent).catch(() => null);
    expect(response?.status ?? null).toBe(first);
    if (how === 'done late') while ((await listed(broken.url)).length === 0) await delay(50);
    await end(broken);

    const server = await launch();
    const before = await listed(server.url);
    expect(before).toHaveLength(second === 200 ? 1 : 0);
    for (const { imageUrl } of before) expect((await fetch(server.url + imageUrl)).status).toBe(200);
    const written = (await readdir(join(env['DATA_DIR'] ?? '', 'pictures'), { recursive: true })).flatMap(
      (name) => /([0-9a-f]{32})\.jpg$/.exec(name)?.[1] ?? [],
    );
    for (const id of written)
      expect((await fetch(`${server.url}${ROUTE}/${id}/image`)).status).toBe(
        before.some((picture) => picture.id === id) ? 200 : 404,
      );

    const again = await send(server.url, sent);
    expect(again.status).toBe(second);
    const { id } = parseNewSubmission(await again.json());
    const after = await listed(server.url);
    expect(after.map((picture) => picture.id)).toEqual([id]);
    expect((await fetch(`${server.url}${ROUTE}/${id}/image`)).status).toBe(200);
  },
);
