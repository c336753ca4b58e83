import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { upload, aPicture, dataUrl } from '../src/test-support/a-picture.ts';
import { freePort } from './nginx-example.ts';

const WORKSPACE = resolve(import.meta.dirname, '../../..');
const FILE = join(WORKSPACE, 'docs/examples/Containerfile');
/** Debian's user without rights, in place of `node`. */
const NOBODY = 65_534;

/** A folder per stage in place of each stage's file system, and what the last one says about its process. */
interface Image {
  readonly root: string;
  readonly env: Record<string, string>;
  readonly said: Readonly<Record<string, string>>;
}

/** Runs the steps of the file as they stand. Absolute paths are those of the stage's folder; the base image is this machine. */
async function build(folder: string, archive: string, port: number): Promise<Image> {
  const text = (await readFile(FILE, 'utf8')).replaceAll('3000', String(port)).replaceAll('${ARCHIVE}', 'site.tgz');
  const stages = new Map<string, string>();
  let root = '';
  const env: Record<string, string> = {};
  let said: Record<string, string> = {};
  const inside = (words: string): string => words.replace(/(^|[\s=])\/(site|data)\b/g, `$1${root}/$2`);
  for (const [, step = '', rest = ''] of text.matchAll(/^([A-Z]+) (.+)$/gm)) {
    if (step === 'FROM') {
      root = join(folder, `stage-${stages.size}`);
      stages.set(/ AS (\w+)$/.exec(rest)?.[1] ?? '', root);
      await mkdir(root);
      said = {};
    } else if (step === 'COPY') {
      const [, stage, from = '', to = ''] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(rest) ?? [];
      await cp(stage === undefined ? archive : join(stages.get(stage) ?? '', from), join(root, to), { recursive: true });
    } else if (step === 'RUN') {
      execFileSync('sh', ['-ec', inside(rest).replace('chown node', `chown ${NOBODY}`)]);
    } else if (step === 'ENV') {
      for (const pair of inside(rest).split(' ')) env[pair.split('=')[0] ?? ''] = pair.split('=')[1] ?? '';
    } else {
      said[step] = inside(rest);
    }
  }
  return { root, env, said };
}

const words = (json: string): [string, ...string[]] => JSON.parse(/\[.*\]$/.exec(json)?.[0] ?? '[]') as [string, ...string[]];

test('the steps of docs/examples/Containerfile, run in a folder because no container engine runs here: the site starts as a user who may write to /data alone, is healthy, and ends at the stop signal', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'site-container-'));
  await chmod(folder, 0o755);
  execFileSync(process.execPath, ['tools/pack.mjs', join(folder, 'packed')], { cwd: WORKSPACE });
  const archive = (await readdir(join(folder, 'packed'))).find((name) => name.endsWith('.tgz')) ?? '';
  const port = await freePort();
  const { root, env, said } = await build(folder, join(folder, 'packed', archive), port);
  expect(said).toMatchObject({ USER: 'node', VOLUME: join(root, 'data'), STOPSIGNAL: 'SIGTERM', EXPOSE: String(port) });

  const [command, ...args] = words(said['CMD'] ?? '');
  const child = { cwd: said['WORKDIR'] ?? '', env: { PATH: process.env['PATH'], ...env, USDA_SOURCE: 'sample' }, uid: NOBODY };
  const site = spawn(command, args, { ...child, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    expect(spawnSync('touch', ['new'], child).status).not.toBe(0);
    const [check, ...checked] = words(said['HEALTHCHECK'] ?? '');
    while (spawnSync(check, checked, child).status !== 0) {
      expect(site.exitCode).toBeNull();
      await delay(200);
    }
    const sent = { body: { imageData: dataUrl(await aPicture(1)), flowerCount: 1 } };
    expect((await upload(`http://127.0.0.1:${port}`, sent)).status).toBe(201);
    const ended = once(site, 'exit') as Promise<[number | null]>;
    site.kill((said['STOPSIGNAL'] ?? '') as NodeJS.Signals);
    expect(await ended).toEqual([0, null]);
    expect((await stat(join(root, 'data/site.sqlite'))).uid).toBe(NOBODY);
  } finally {
    site.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});
