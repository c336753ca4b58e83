import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { WORKSPACE } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

const FRONT_ENDS = ['shell', 'demos-sensors', 'demos-cameras', 'demos-games', 'market-prices'];

test('published files do not contain the path of the build, so the same source gives the same release on every machine', async () => {
  const files = [];
  for (const app of FRONT_ENDS) {
    const folder = resolve(WORKSPACE, 'apps', app, 'dist');
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) files.push(join(entry.parentPath, entry.name));
  }
  expect(files.filter((file) => file.includes('/client/development/')).length).toBeGreaterThan(0);
  const leaking = [];
  for (const file of files) if ((await readFile(file)).includes(WORKSPACE)) leaking.push(file);
  expect(leaking).toEqual([]);
});
