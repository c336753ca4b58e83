import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from './cli.ts';
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

/** Runs a command; answers its exit code and what it said last. */
async function site(...words: string[]): Promise<[number, string | undefined]> {
  const code = await main(words, { RELEASES_DIR: 'releases', RELEASE_SIGNING_KEY: testKeyText });
  return [code, lines.at(-1)];
}

/** Builds the remote eggs. Answers the words that name the build. */
async function aBuild(text: string, pages = 2): Promise<[string, string]> {
  const dist = aDist();
  dist.contract.routes.splice(pages);
  dist.files['assets/hens.js'] = `export const Component = () => '${text}';`;
  const written = await writeDist(dist);
  builds.push(written.remove);
  return ['--from', written.folder];
}

const idIn = (said: string | undefined): string => /0\.1\.0-[0-9a-f]{12}/.exec(said ?? '')?.[0] ?? '';

describe('`release --heed-rollbacks`, as `npm start` does it', () => {
  test('leaves an app alone of which a release is tried, and says which: the site starts', async () => {
    const [live, tried, edited] = [await aBuild('live'), await aBuild('tried'), await aBuild('edited')];
    const liveId = idIn((await site('release', 'eggs', ...live))[1]);
    const [, said] = await site('canary', 'eggs', ...tried);
    const triedId = idIn(lines.at(-2));
    expect(said).toContain('it is withdrawn when more than');

    const [code, sentence] = await site('release', 'eggs', '--heed-rollbacks', ...edited);
    const [, hint] = /^eggs (.*)$/.exec(sentence ?? '') ?? [];
    expect([code, hint]).toEqual([
      0,
      expect.stringMatching(
        `^${triedId} is being tried; this build, 0\\.1\\.0-[0-9a-f]{12}, is not published: \`site promote eggs\` or \`site rollback eggs\` first$`,
      ),
    ]);
    expect(await site('release', 'eggs', '--heed-rollbacks', ...live)).toEqual([
      0,
      `eggs ${triedId} is being tried; ${liveId} stays live`,
    ]);
    expect(await site('release', 'eggs', '--heed-rollbacks', ...tried)).toEqual([
      0,
      `eggs ${triedId} is being tried, and stays so`,
    ]);
    expect(await site('release', 'eggs', ...edited)).toEqual([1, expect.stringContaining('is tried as a canary')]);
  });

  test('says of a killed release that it never comes back, and not how', async () => {
    const [first, second] = [await aBuild('first'), await aBuild('second')];
    const firstId = idIn((await site('release', 'eggs', ...first))[1]);
    const secondId = idIn((await site('release', 'eggs', ...second))[1]);
    await site('kill', 'eggs', secondId);
    expect(await site('release', 'eggs', '--heed-rollbacks', ...second)).toEqual([
      0,
      `eggs ${secondId} was killed and stays so: ${firstId} is live; change it and build it anew`,
    ]);
  });
});

test('`status` counts the pages of a remote, one as one', async () => {
  await site('release', 'eggs', ...(await aBuild('live', 1)));
  const [code, said] = await site('status');
  expect([code, said]).toEqual([
    0,
    expect.stringMatching(/^eggs {2}0\.1\.0-[0-9a-f]{12} {2}1 page, heaviest \d\.\d kB of script, nothing behind it$/),
  ]);
});

test('a command that there is not is named', async () => {
  expect(await site('rolback', 'eggs')).toEqual([2, 'site: there is no command "rolback"; see `site help`']);
  expect(await site('--to', '0.1.0-000000000000')).toEqual([2, 'site: there is no command in this; see `site help`']);
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

  test('releases what is built where there are no sources, and says so again', async () => {
    await aPackedRemote();
    expect(await site('release', '--all')).toEqual([
      0,
      expect.stringMatching(/^eggs 0\.1\.0-[0-9a-f]{12} is live \(registry 1\)$/),
    ]);
    expect(await site('release', '--all', '--heed-rollbacks')).toEqual([
      0,
      expect.stringContaining('was live already (registry 1)'),
    ]);
  });

  test('names the front end that cannot be released, and those that were released before it', async () => {
    await aPackedRemote();
    await mkdir('apps/hens');
    await writeFile('apps/hens/vite.config.ts', '');
    await writeFile('apps/hens/package.json', '{"version":"0.1.0"}');
    expect(await site('release', '--all')).toEqual([
      1,
      expect.stringMatching(/^site: hens: .*build the app first\nbefore it:\neggs 0\.1\.0-[0-9a-f]{12} is live/s),
    ]);
  });

  test('takes no app and no folder', async () => {
    expect(await site('release', 'eggs', '--all')).toEqual([1, expect.stringContaining('name no app and no --from')]);
  });

  test('outside of a project says where to run it', async () => {
    await rm('apps', { recursive: true });
    expect(await site('release', '--all')).toEqual([1, expect.stringContaining("in the project's top folder")]);
  });
});
