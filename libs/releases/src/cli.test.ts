import { sign, verify } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { RemoteRelease } from '@site/contracts';
import { main } from './cli.ts';
import { parseSigningKey, parseVerifyingKey } from './signing.ts';
import { aDist, writeDist } from './testing/a-dist.ts';
import { testKeyText } from './testing/builds.ts';

const [workspace, { log, error }] = [process.cwd(), console];

let folder: string;
let lines: string[];
const builds: (() => Promise<void>)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-'));
  await mkdir(join(folder, 'apps/eggs'), { recursive: true });
  for (const [path, text] of [
    ['nx.json', '{}'],
    ['apps/eggs/vite.config.ts', ''],
    ['apps/eggs/package.json', '{"version":"0.1.0"}'],
  ] as const)
    await writeFile(join(folder, path), text);
  process.chdir(folder);
  lines = [];
  console.log = console.error = (line: string) => lines.push(line);
});
afterEach(async () => {
  Object.assign(console, { log, error });
  process.chdir(workspace);
  for (const remove of [...builds.splice(0), () => rm(folder, { recursive: true })]) await remove();
});

/** Runs a command; returns its exit code and the last line of its output. */
async function site(...words: string[]): Promise<[number, string | undefined]> {
  const code = await main(words, { RELEASES_DIR: 'releases', RELEASE_SIGNING_KEY: testKeyText });
  return [code, lines.at(-1)];
}

/** Builds the remote eggs. Returns the arguments that name the build. */
async function aBuild(text: string, pages = 2): Promise<[string, string]> {
  const dist = aDist();
  dist.contract.routes.splice(pages);
  dist.files['assets/hens.js'] = `export const Component = () => '${text}';`;
  const written = await writeDist(dist);
  builds.push(written.remove);
  return ['--from', written.folder];
}

const idIn = (said: string | undefined): string => /0\.1\.0-[0-9a-f]{12}/.exec(said ?? '')?.[0] ?? '';

describe('`release --keep-rollbacks`, as `npm start` runs it', () => {
  test('skips an app that has a canary, and names the canary: the site starts', async () => {
    const [live, tried, edited] = [await aBuild('live'), await aBuild('tried'), await aBuild('edited')];
    const liveId = idIn((await site('release', 'eggs', ...live))[1]);
    const [, said] = await site('canary', 'eggs', ...tried);
    const triedId = idIn(lines.at(-2));
    expect(said).toContain('it will be withdrawn if more than');

    const [code, sentence] = await site('release', 'eggs', '--keep-rollbacks', ...edited);
    const [, hint] = /^eggs (.*)$/.exec(sentence ?? '') ?? [];
    expect([code, hint]).toEqual([
      0,
      expect.stringMatching(
        `^${triedId} is being tried; this build, 0\\.1\\.0-[0-9a-f]{12}, is not published: \`site promote eggs\` or \`site rollback eggs\` first$`,
      ),
    ]);
    expect(await site('release', 'eggs', '--keep-rollbacks', ...live)).toEqual([
      0,
      `eggs ${triedId} is being tried; ${liveId} stays live`,
    ]);
    expect(await site('release', 'eggs', '--keep-rollbacks', ...tried)).toEqual([0, `eggs ${triedId} is already being tried`]);
    expect(await site('release', 'eggs', ...edited)).toEqual([1, expect.stringContaining('is being tried as a canary')]);
  });

  test('says that a killed release never comes back, and suggests no command to bring it back', async () => {
    const [first, second] = [await aBuild('first'), await aBuild('second')];
    const firstId = idIn((await site('release', 'eggs', ...first))[1]);
    const secondId = idIn((await site('release', 'eggs', ...second))[1]);
    await site('kill', 'eggs', secondId);
    expect(await site('release', 'eggs', '--keep-rollbacks', ...second)).toEqual([
      0,
      `eggs ${secondId} was killed: ${firstId} stays live; change the app and build it again`,
    ]);
  });
});

test('`release --only-new`, as `site serve` runs it at each start, skips a build that another release has replaced; a new build goes live', async () => {
  const [first, second, third] = [await aBuild('first'), await aBuild('second'), await aBuild('third')];
  const release = (build: [string, string], ...options: string[]) => site('release', 'eggs', ...build, ...options);
  const firstId = idIn((await release(first, '--only-new'))[1]);
  expect(await release(first, '--only-new')).toEqual([0, `eggs ${firstId} was already live (registry 1)`]);
  const secondId = idIn((await release(second))[1]);
  const replaced = `eggs ${firstId} was replaced: ${secondId} stays live; \`site release eggs\` makes ${firstId} live again`;
  expect(await release(first, '--only-new')).toEqual([0, replaced]);
  expect(await release(third, '--only-new')).toEqual([0, expect.stringMatching(/^eggs \S+ is live \(registry 3\)$/)]);

  // What `npm start` publishes may have been live before: it is what the developer has just built.
  expect(await release(first, '--keep-rollbacks')).toEqual([0, `eggs ${firstId} is live (registry 4)`]);
  await site('rollback', 'eggs');
  const [, said] = await release(first, '--only-new');
  expect(said).toMatch(`eggs ${firstId} was rolled back: `);
});

test('a build that is released again reuses its compressed files in the store, unless they are damaged', async () => {
  const build = await aBuild('again');
  const id = idIn((await site('release', 'eggs', ...build))[1]);
  const form = join('releases/r/eggs', id, 'assets/hens.js.br');
  const content = await readFile(join(build[1], 'assets/hens.js'));
  await writeFile(form, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } }));
  const { size } = await stat(form);
  const sizeIn = (manifest: string): number | undefined => parse(manifest).files['assets/hens.js']?.compressedBytes;
  const parse = (text: string) => JSON.parse(text) as RemoteRelease;
  const manifest = join('releases/r/eggs', id, 'release.json');
  expect(sizeIn(await readFile(manifest, 'utf8'))).not.toBe(size);
  await site('release', 'eggs', ...build);
  expect(sizeIn(await readFile(manifest, 'utf8'))).toBe(size);
  await writeFile(form, 'damaged');
  await site('release', 'eggs', ...build);
  expect(sizeIn(await readFile(manifest, 'utf8'))).not.toBe(size);
});

test('`status` counts the pages of a remote, with the singular for one', async () => {
  await site('release', 'eggs', ...(await aBuild('live', 1)));
  const [code, said] = await site('status');
  expect([code, said]).toEqual([
    0,
    expect.stringMatching(/^eggs {2}0\.1\.0-[0-9a-f]{12} {2}1 page, heaviest \d\.\d kB of script, no previous release$/),
  ]);
});

test('an unknown command is named', async () => {
  expect(await site('rolback', 'eggs')).toEqual([2, 'site: there is no command "rolback"; see `site help`']);
  expect(await site('--to', '0.1.0-000000000000')).toEqual([2, 'site: no command given; see `site help`']);
});

describe('`release --all`', () => {
  /** A second front end without sources, as in a packed site. */
  async function aPackedRemote(): Promise<void> {
    const dist = aDist();
    dist.files['assets/hens.js'] = `export const Component = () => 'packed';`;
    const written = await writeDist(dist);
    builds.push(written.remove);
    await rm('apps/eggs/vite.config.ts');
    await cp(written.folder, 'apps/eggs/dist', { recursive: true });
  }

  test('without sources it releases what is built; a second time it reports that this is live', async () => {
    await aPackedRemote();
    expect(await site('release', '--all')).toEqual([
      0,
      expect.stringMatching(/^eggs 0\.1\.0-[0-9a-f]{12} is live \(registry 1\)$/),
    ]);
    expect(await site('release', '--all', '--keep-rollbacks')).toEqual([
      0,
      expect.stringContaining('was already live (registry 1)'),
    ]);
  });

  test('names the front end that cannot be released, and those released before it', async () => {
    await aPackedRemote();
    await mkdir('apps/hens');
    await writeFile('apps/hens/vite.config.ts', '');
    await writeFile('apps/hens/package.json', '{"version":"0.1.0"}');
    expect(await site('release', '--all')).toEqual([
      1,
      expect.stringMatching(/^site: hens: .*build the app first\nreleased before it:\neggs 0\.1\.0-[0-9a-f]{12} is live/s),
    ]);
  });

  test('accepts neither an app nor a folder', async () => {
    expect(await site('release', 'eggs', '--all')).toEqual([1, expect.stringContaining('do not name an app or --from')]);
  });

  test('outside a project it says where to run it', async () => {
    await rm('apps', { recursive: true });
    expect(await site('release', '--all')).toEqual([1, expect.stringContaining('in the top-level folder of the project')]);
  });
});

test('site key prints a new signing key each time, and nothing else; --public prints the half that only verifies', async () => {
  expect(await main(['key'], {})).toBe(0);
  const [key = ''] = lines;
  await site('key');
  expect([lines.length, lines[1] === key]).toEqual([2, false]);
  const signature = sign(null, Buffer.from('eggs'), parseSigningKey(key));
  expect(await main(['key', '--public'], { RELEASE_SIGNING_KEY: key })).toBe(0);
  const half = lines[2] ?? '';
  expect(verify(null, Buffer.from('eggs'), parseVerifyingKey(half), signature)).toBe(true);
  expect(() => parseSigningKey(half)).toThrow('not an Ed25519 private key');
  expect(await site('key', 'eggs')).toEqual([1, 'site: usage: site key, site key --public, or site key rotate']);
});

test('in a remote’s own repository the working directory is the remote, and its build says which kit made it', async () => {
  await rm(join(folder, 'apps'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"name":"eggs","version":"0.1.0"}');
  await writeFile(join(folder, 'vite.config.ts'), '');
  const from = await aBuild('one');
  const remote = join(from[1], 'remote.json');
  const facts = JSON.parse(await readFile(remote, 'utf8')) as object;
  await writeFile(remote, JSON.stringify({ ...facts, kit: '1.2.3' }));
  expect(await site('release', 'eggs', ...from)).toEqual([0, expect.stringMatching(/^eggs 0\.1\.0-\w{12} is live/)]);
  const id = idIn(lines.at(-1));
  expect(await readFile(join(folder, 'releases/r/eggs', id, 'release.json'), 'utf8')).toContain('"kit": "1.2.3"');
  expect(await site('release', 'hens')).toEqual([1, 'site: "hens" is not a front end; the front ends here are eggs']);
});
