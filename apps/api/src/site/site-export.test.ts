import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releasePaths } from '@site/releases';
import { loadConfig, type Config } from '../config/config.ts';
import { aFolder, anEnvironment, TEST_SIGNING_KEY } from '../test-support/a-config.ts';
import { aReleaseFolder } from '../test-support/a-release-folder.ts';
import { publishEggs } from '../test-support/a-trial.ts';
import { exportSite } from './site-export.ts';

const [FIRST, SECOND, THIRD] = ['1.0.0-aaaaaaaaaaaa', '1.0.0-bbbbbbbbbbbb', '1.0.0-cccccccccccc'] as const;
const PATHS = ['/projects/eggs', '/embed/eggs'];

let folder: Awaited<ReturnType<typeof aFolder>>;
let config: Config;
let out: string;
beforeEach(async () => {
  folder = await aFolder();
  config = loadConfig(anEnvironment(folder.path, { PUBLIC_ORIGIN: 'https://pages.example' }));
  out = join(folder.path, 'out');
  await aReleaseFolder(config.releasesDir, TEST_SIGNING_KEY, {
    pictures: { 'images/my logo.png': 'a logo' },
    beforeEachPage: 'await globalThis.beforeEachPage?.()',
  });
  for (const release of [FIRST, SECOND]) await publishEggs(config.releasesDir, TEST_SIGNING_KEY, release, PATHS);
});
afterEach(async () => {
  Reflect.deleteProperty(globalThis, 'beforeEachPage');
  await folder.remove();
});

const eggs = (release: string, ...path: string[]) => join(releasePaths.release(config.releasesDir, 'eggs', release), ...path);
const read = (path: string) => readFile(join(out, path), 'utf8');

/** The headers that a static host sends for an address: the values of every matching rule. */
async function headersFor(address: string): Promise<Map<string, string[]>> {
  const sent = new Map<string, string[]>();
  for (const block of (await read('_headers')).trim().split('\n\n')) {
    const [rule = '', ...lines] = block.split('\n');
    if (rule.endsWith('/*') ? !address.startsWith(rule.slice(0, -1)) : rule !== address) continue;
    for (const line of lines) {
      const [, name = '', value = ''] = /^ {2}([A-Za-z-]+): (.+)$/.exec(line) ?? [];
      sent.set(name, [...(sent.get(name) ?? []), value]);
    }
  }
  return sent;
}

test('only the embeds can be framed, even if the host only supports _headers', async () => {
  await exportSite(config, out);
  for (const path of ['/', '/projects/eggs', '/projects/eggs/', '/embed/eggs', '/embed/eggs/']) {
    const headers = await headersFor(path);
    const isEmbed = path.startsWith('/embed/');
    // One value each, because two policies would both apply.
    expect([path, [...headers].filter(([, values]) => values.length !== 1)]).toEqual([path, []]);
    expect(headers.get('Content-Security-Policy')?.[0]).toContain(isEmbed ? 'frame-ancestors *' : "frame-ancestors 'none'");
    expect(headers.get('Content-Security-Policy')?.[0]).toContain("default-src 'none'");
    expect(headers.get('Cross-Origin-Resource-Policy')).toEqual([isEmbed ? 'cross-origin' : 'same-origin']);
    expect(headers.get('Permissions-Policy')?.[0]).toContain(isEmbed ? 'camera=()' : 'camera=(self)');
    expect(headers.get('Cross-Origin-Embedder-Policy')).toEqual(['require-corp']);
    expect(headers.has('X-Release-Set')).toBe(false);
    // A static host accepts no reports.
    expect(JSON.stringify([...headers])).not.toMatch(/report|endpoints/i);
  }
  const file = await headersFor(`/r/eggs/${SECOND}/remoteEntry.js`);
  expect([file.get('Cache-Control'), file.get('Cross-Origin-Resource-Policy'), file.get('X-Content-Type-Options')]).toEqual([
    ['public, max-age=31536000, immutable'],
    ['same-origin'],
    ['nosniff'],
  ]);
});

test('a release during the export is not included: all documents and files belong to the registry that was live at the start', async () => {
  let renderings = 0;
  Object.assign(globalThis, {
    beforeEachPage: async () => {
      renderings += 1;
      if (renderings === 1) await publishEggs(config.releasesDir, TEST_SIGNING_KEY, THIRD, [...PATHS, '/projects/hens']);
    },
  });
  expect(await exportSite(config, out)).toMatchObject({ pages: 3, skipped: [] });
  expect(renderings).toBeGreaterThan(2);
  const documents = ['index.html', 'projects/eggs/index.html', 'embed/eggs/index.html', '404.html'];
  const texts = await Promise.all(documents.map(read));
  for (const text of texts) expect(text).toMatch(new RegExp(`"serial":3,.*"name":"eggs","release":"${SECOND}"`));
  expect((await readdir(join(out, 'r/eggs'))).sort()).toEqual([FIRST, `${FIRST}~1`, SECOND, `${SECOND}~1`]);
  for (const [address] of texts.join().matchAll(/\/r\/[a-z]+\/[\w.~-]+\/[\w./-]+\.js/g))
    expect([address, existsSync(join(out, address))]).toEqual([address, true]);
  expect(await read('images/my logo.png')).toBe('a logo');
});

test.each([
  ['manifest is gone', () => rm(eggs(FIRST, 'release.json'))],
  ['file is gone', () => rm(eggs(FIRST, 'remoteEntry.js'))],
  ['file was changed', () => writeFile(eggs(FIRST, 'remoteEntry.js'), 'evil()')],
])('a previous release whose %s is left out and reported; the site is exported', async (_what, damage) => {
  await damage();
  expect(await exportSite(config, out)).toMatchObject({ pages: 3, skipped: [`eggs ${FIRST}`] });
  expect((await readdir(join(out, 'r/eggs'))).sort()).toEqual([SECOND, `${SECOND}~1`]);
});

test('a live release that is damaged is not exported', async () => {
  await writeFile(eggs(SECOND, 'remoteEntry.js'), 'evil()');
  await expect(exportSite(config, out)).rejects.toThrow(`remoteEntry.js of eggs ${SECOND} is not what was released`);
});

test('the export fails if pages under one rule need different headers', async () => {
  await publishEggs(config.releasesDir, TEST_SIGNING_KEY, THIRD, [...PATHS, '/embed']);
  await expect(exportSite(config, out)).rejects.toThrow('_headers cannot have two values for /embed/*');
});

test('a folder that is not empty is left alone', async () => {
  await exportSite(config, out);
  await expect(exportSite(config, out)).rejects.toThrow('is not empty; specify a new folder');
});
