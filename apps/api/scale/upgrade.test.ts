import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { anEnvironment } from '../src/test-support/a-config.ts';
import { aStorage } from '../src/test-support/a-database.ts';
import { anNginx, type Nginx } from './nginx-example.ts';
import { anOperator, commandsBelow, type Operator } from './operator.ts';
import { Visitors, type Visits } from './visitors.ts';

const WORKSPACE = resolve(import.meta.dirname, '../../..');
/** Names in docs/operations.md. */
const [OLD, NEW] = ['site-0.1.0-5b126d2a91f0', 'site-0.2.0-0a1b2c3d4e5f'];
/** An archive of `npm run pack` to upgrade from. */
const { UPGRADE_FROM } = process.env;
/** What docs/operations.md promises for a site on SQLite; a busy machine may take three times as long as a start took on it before. */
const MAX_PAUSE_MS = 5_000;
const MAX_STARTS = 3;

const MIGRATION = `export class AddCaption1999000000000 {
  name = 'AddCaption1999000000000';
  async up(runner) {
    await runner.query('ALTER TABLE submission ADD COLUMN caption text');
    await runner.query('CREATE INDEX submission_caption ON submission (caption)');
    await runner.query('CREATE TABLE caption_word (word text PRIMARY KEY)');
  }
}
`;

/** The next version: this one with another number, so that all front ends have new releases, and with one more migration. */
async function makeNext(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true });
  for (const app of ['.', ...(await readdir(join(to, 'apps'))).map((name) => join('apps', name))]) {
    const file = join(to, app, 'package.json');
    if (app === join('apps', 'api')) continue;
    await writeFile(file, JSON.stringify({ ...(JSON.parse(await readFile(file, 'utf8')) as object), version: '0.2.0' }));
  }
  const database = join(to, 'apps/api/dist/database');
  await writeFile(join(database, 'migrations/1999000000000-add-caption.js'), MIGRATION);
  const list = await readFile(join(database, 'migrations.js'), 'utf8');
  const longer = list.replace(/^\];$/m, '    AddCaption1999000000000,\n];');
  expect(longer).not.toBe(list);
  const added = "import { AddCaption1999000000000 } from './migrations/1999000000000-add-caption.js';\n";
  await writeFile(join(database, 'migrations.js'), added + longer);
}

/** Folder with two archives, named as in the documentation. */
let archives: string;

/**
 * The version of these sources, and the one after it; with UPGRADE_FROM that archive, and the version of these sources.
 */
beforeAll(async () => {
  archives = await mkdtemp(join(tmpdir(), 'site-archives-'));
  execFileSync(process.execPath, ['tools/pack.mjs', archives], { cwd: WORKSPACE });
  const packed = join(archives, (await readdir(archives)).find((name) => name.endsWith('.tgz')) ?? '');
  const unpack = async (archive: string, name: string): Promise<void> => {
    await mkdir(join(archives, 'unpacked'));
    execFileSync('tar', ['xzf', archive, '-C', join(archives, 'unpacked')]);
    const [top = ''] = await readdir(join(archives, 'unpacked'));
    await rename(join(archives, 'unpacked', top), join(archives, name));
    await rm(join(archives, 'unpacked'), { recursive: true });
  };
  await unpack(UPGRADE_FROM ? resolve(WORKSPACE, UPGRADE_FROM) : packed, OLD);
  await (UPGRADE_FROM ? unpack(packed, NEW) : makeNext(join(archives, OLD), join(archives, NEW)));
  for (const name of [OLD, NEW])
    execFileSync('tar', ['-I', 'gzip -1', '-cf', join(archives, `${name}-linux-x64.tgz`), '-C', archives, name]);
});
afterAll(() => rm(archives, { recursive: true, force: true }));

interface Installed {
  readonly nginx: Nginx;
  readonly operator: Operator;
  readonly remove: () => Promise<void>;
}

/** A machine with nginx, on which nothing runs yet. */
async function install(variables: Readonly<Record<string, string>>, hasSocket: boolean): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), 'site-upgrade-'));
  await Promise.all(['srv', 'etc', 'backups'].map((name) => mkdir(join(folder, name))));
  const nginx = await anNginx(folder);
  const { PORT: _port, ...settings } = anEnvironment(folder, {
    ...variables,
    PUBLIC_ORIGIN: nginx.url,
    TRUST_PROXY: '127.0.0.1',
    USDA_SOURCE: 'sample',
    LOG_LEVEL: 'warn',
    GALLERY_UPLOADS_PER_MINUTE: '10000',
    GALLERY_UPLOADS_PER_DAY: '100000',
    TELEMETRY_REPORTS_PER_MINUTE: '100000',
  });
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
  await writeFile(join(folder, 'etc/site.env'), lines.join(''));
  const operator = await anOperator({ folder, downloads: archives, nginx, hasSocket });
  return {
    nginx,
    operator,
    remove: async () => {
      await nginx.stop();
      await operator.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The release of the shell that visitors see. */
async function shellOf({ nginx }: Installed): Promise<string> {
  const page = await (await fetch(nginx.url)).text();
  return /\/r\/shell\/([^/]+)\//.exec(page)?.[1] ?? '';
}

/** Upgrades and goes back. @param ports of a process before and after */
async function upgradeAndGoBack(installed: Installed, system: string, ports: readonly [number, number], visitors: Visitors) {
  const { operator } = installed;
  const [before, after] = ports.map((port) => `readlink /proc/$pid_${operator.port(port)}/cwd`);
  const first = await shellOf(installed);
  await visitors.more(200);

  const upgrade = await operator.run(await commandsBelow(`### On ${system}`));
  expect(await operator.run(after ?? '')).toContain(`/srv/${NEW}\n`);
  if (!UPGRADE_FROM) {
    expect(upgrade).toContain('AddCaption1999000000000 is done\n');
    expect(await shellOf(installed)).toMatch(/^0\.2\.0-/);
  }
  await visitors.more(200);

  await operator.run(await commandsBelow(`### Going back on ${system}`));
  expect(await operator.run(before ?? '')).toContain(`/srv/${OLD}\n`);
  expect(await shellOf(installed)).toBe(first);
  await visitors.more(200);
}

/** What visitors see while the site is upgraded and goes back. */
async function visitsMeanwhile(installed: Installed, system: string, ports: readonly [number, number]): Promise<Visits> {
  const { nginx, operator } = installed;
  const visitors = new Visitors(nginx.url, await shellOf(installed));
  try {
    await upgradeAndGoBack(installed, system, ports, visitors);
  } finally {
    await visitors.leave();
  }
  const visits = await visitors.leave();
  const images = visits.pictures.map(async (id) => (await fetch(`${nginx.url}/api/kaleidoscope-submissions/${id}/image`)).status);
  expect(new Set(await Promise.all(images))).toEqual(new Set([200]));
  // The tables are still those of the new version.
  expect(await operator.run(`cd /srv/${NEW}\nnode site.mjs migrate`)).toContain('the tables are up to date already');
  return visits;
}

const INSTALL = '## As a service, behind a proxy or a CDN';

test('a site on SQLite is upgraded and goes back under 100 requests a second: none fails, and none waits for 5 s on an idle machine', async () => {
  const installed = await install({}, true);
  try {
    const { nginx, operator } = installed;
    await operator.run(await commandsBelow(INSTALL));
    const start = performance.now();
    await nginx.start([operator.port(3000)]);
    const startMs = performance.now() - start;
    const { failures, longestMs } = await visitsMeanwhile(installed, 'SQLite', [3000, 3000]);
    expect(failures).toEqual([]);
    console.log(`A start took ${Math.round(startMs)} ms, and the slowest request ${Math.round(longestMs)} ms`);
    expect(longestMs).toBeLessThan(Math.max(MAX_PAUSE_MS, MAX_STARTS * startMs));
  } finally {
    await installed.remove();
  }
});

test('two processes on PostgreSQL are upgraded and go back under 100 requests a second: none fails', async () => {
  const storage = await aStorage();
  const installed = await install(storage.variables, false);
  try {
    const { nginx, operator } = installed;
    const commands = await commandsBelow(INSTALL);
    await operator.run(commands.replace(/^systemctl .*$/m, 'systemctl enable --now site@3001 site@3002'));
    await nginx.start([operator.port(3001), operator.port(3002)]);
    const { failures } = await visitsMeanwhile(installed, 'PostgreSQL', [3001, 3003]);
    expect(failures).toEqual([]);
  } finally {
    await installed.remove();
    await storage.remove();
  }
});
