import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { extract } from 'tar';
import { listPictures, sharePicture } from '../support/gallery.ts';
import { WORKSPACE } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

const run = promisify(execFile);

/** Outside the workspace, so that no parent folder has its files. */
async function unpacked(folder: string): Promise<string> {
  await run(process.execPath, ['tools/pack.mjs', join(folder, 'packed')], { cwd: WORKSPACE });
  const [archive = ''] = (await readdir(join(folder, 'packed'))).filter((name) => name.endsWith('.tgz'));
  const sum = await readFile(join(folder, 'packed', `${archive}.sha256`), 'utf8');
  const bytes = await readFile(join(folder, 'packed', archive));
  expect(sum).toBe(`${createHash('sha256').update(bytes).digest('hex')}  ${archive}\n`);
  await extract({ file: join(folder, 'packed', archive), cwd: folder });
  return join(folder, (await readdir(folder)).find((name) => name.startsWith('site-')) ?? '');
}

interface Served {
  readonly process: ChildProcess;
  readonly url: string;
  readonly output: () => string;
}

/** `node site.mjs serve` with Node as the only program on the path, in an otherwise empty environment. */
async function serve(folder: string, site: string): Promise<Served> {
  const env = {
    PATH: join(folder, 'bin'),
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    RELEASES_DIR: join(folder, 'releases'),
    USDA_SOURCE: 'sample',
    // A busy machine delays the server for longer than a visitor would be kept waiting.
    OVERLOAD_DELAY_MS: '60000',
  };
  const child = spawn(join(folder, 'bin/node'), ['site.mjs', 'serve'], { cwd: site, env });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await expect.poll(() => text, { timeout: 0 }).toMatch(/The site runs at \S+/);
  return { process: child, url: /The site runs at (\S+)/.exec(text)?.[1] ?? '', output: () => text };
}

async function stop({ process: child }: Served): Promise<number | null> {
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  child.kill('SIGTERM');
  return ended;
}

test('a packed site runs on a machine with only Node, and keeps its data and releases', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'packed-site-'));
  await mkdir(join(folder, 'bin'));
  await symlink(process.execPath, join(folder, 'bin/node'));
  const site = await unpacked(folder);

  const sums = (await readFile(join(site, 'SHA256SUMS'), 'utf8')).trimEnd().split('\n');
  for (const line of sums) {
    const [hash = '', name = ''] = line.split('  ');
    expect(
      createHash('sha256')
        .update(await readFile(join(site, name)))
        .digest('hex'),
      name,
    ).toBe(hash);
  }
  const { bomFormat, components } = JSON.parse(await readFile(join(site, 'sbom.json'), 'utf8')) as {
    bomFormat: string;
    components: readonly { name: string }[];
  };
  expect(bomFormat).toBe('CycloneDX');
  expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(['react', 'sharp', 'sqlite3']));

  const first = await serve(folder, site);
  expect(first.output()).toContain('shell 0.1.0-');
  await page.goto(`${first.url}/projects/egg-prices`);
  await expect(page.getByRole('table').first()).toBeVisible();
  // The native parts: the picture library, and the database.
  await sharePicture(first.url, 1, 'kaleidoscope', 3);
  expect(await stop(first)).toBe(0);

  const again = await serve(folder, site);
  expect(again.output()).toContain('was live already');
  expect(await listPictures(again.url)).toHaveLength(1);
  expect(await stop(again)).toBe(0);
  await rm(folder, { recursive: true });
});
