import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRemoteBuild } from './build-output.ts';
import { generateSigningKey, parseSigningKey, parseVerifyingKey } from './signing.ts';
import { isMapOf } from './source-maps.ts';
import { publish } from './publish.ts';
import { releasePaths } from './paths.ts';
import { aDist, writeDist, type Dist } from './testing/a-dist.ts';

const SCRIPT = 'assets/format.js';
const map = (more: object = {}) =>
  JSON.stringify({
    version: 3,
    file: 'format.js',
    names: ['format'],
    sources: ['../../src/format.ts', '../../../../libs/ui/src/button.tsx', '../../../../node_modules/react/index.js'],
    sourcesContent: ['the source of a team', null, null],
    mappings: 'AAAA',
    ...more,
  });

async function build(change: (dist: Dist) => void = () => {}) {
  const dist = aDist();
  change(dist);
  const { folder, remove } = await writeDist(dist);
  try {
    return { ...(await readRemoteBuild('eggs', '1.0.0', folder)), folder };
  } finally {
    await remove();
  }
}

test('source maps are private files without the sources, and change neither the manifest nor the name of a release', async () => {
  const [plain, mapped] = [await build(), await build((dist) => (dist.files[`${SCRIPT}.map`] = map()))];
  expect(mapped.manifest).toEqual(plain.manifest);
  expect(Object.keys(mapped.privateFiles)).toEqual(['private.json', `${SCRIPT}.map`]);
  expect(mapped.privateFiles[`${SCRIPT}.map`]).not.toContain('the source of a team');
  expect(JSON.parse(mapped.privateFiles[`${SCRIPT}.map`] ?? '')).toMatchObject({
    sources: ['src/format.ts', expect.stringMatching(/(?:^|\/)libs\/ui\/src\/button\.tsx$/), 'node_modules/react/index.js'],
    mappings: 'AAAA',
  });
});

test('a map that belongs to no script of the release is left out, and one that cannot be read is refused', async () => {
  const { privateFiles } = await build((dist) => (dist.files['assets/gone.js.map'] = map()));
  expect(Object.keys(privateFiles)).toEqual(['private.json']);
  await expect(build((dist) => (dist.files[`${SCRIPT}.map`] = '<html>'))).rejects.toThrow(/is not a source map/);
});

test('the same scripts, built from sources whose lines have moved, are stored with their new maps', async () => {
  const { folder: root, remove } = await writeDist(aDist());
  const key = generateSigningKey();
  const keys = { signing: parseSigningKey(key), verifying: parseVerifyingKey(key) };
  const stored = async (mappings: string): Promise<string> => {
    const mapped = await build((dist) => (dist.files[`${SCRIPT}.map`] = map({ mappings })));
    await publish(root, mapped, keys, new Date('2026-11-24T12:00:00Z'));
    const folder = releasePaths.release(root, 'eggs', mapped.manifest.release);
    return (JSON.parse(await readFile(join(folder, `${SCRIPT}.map`), 'utf8')) as { mappings: string }).mappings;
  };
  expect([await stored('AAAA'), await stored('AACA')]).toEqual(['AAAA', 'AACA']);
  await remove();
});

test.each([
  ['assets/a.js.map', true],
  ['assets/b.js.map', false],
  ['assets/a.css.map', false],
  ['toString.js.map', false],
])('%s is a map of a script of the release: %s', (path, expected) => {
  expect(isMapOf(path, { 'assets/a.js': {}, 'assets/a.css': {} })).toBe(expected);
});
