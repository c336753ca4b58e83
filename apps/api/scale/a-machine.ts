import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../src/error-code.ts';
import { anEnvironment, TEST_SIGNING_KEY } from '../src/test-support/a-config.ts';
import { anNginx, type Nginx } from './nginx-example.ts';
import { anOperator, type Operator } from './operator.ts';

export const WORKSPACE = resolve(import.meta.dirname, '../../..');
/** Name in docs/operations.md. */
export const ARCHIVE = 'site-0.1.0-5b126d2a91f0';
/** Heading in docs/operations.md. */
export const INSTALL = '## As a service, behind a proxy or a CDN';

/** In the folder of the archives: the key that signed them. Each test file has a TEST_SIGNING_KEY of its own. */
const KEY_FILE = 'signing-key';

/** Packs these sources, and signs the archive. @returns the archive */
async function packInto(folder: string): Promise<string> {
  const env = { ...process.env, RELEASE_SIGNING_KEY: TEST_SIGNING_KEY };
  execFileSync(process.execPath, ['tools/pack.mjs', folder], { cwd: WORKSPACE, env });
  return join(folder, (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '');
}

/** Unpacks an archive's only folder under another name. */
export async function unpack(archive: string, to: string): Promise<void> {
  const unpacked = `${to}.unpacked`;
  await mkdir(unpacked);
  execFileSync('tar', ['xzf', archive, '-C', unpacked]);
  const [top = ''] = await readdir(unpacked);
  await rename(join(unpacked, top), to);
  await rm(unpacked, { recursive: true });
}

/** Repacks an unpacked archive, next to its folder and under the folder's name. */
export function makeArchive(folder: string): void {
  execFileSync('tar', [
    '-I',
    'gzip -1',
    '-cf',
    `${folder}-linux-x64.tgz`,
    '-C',
    resolve(folder, '..'),
    resolve(folder).replace(/.*\//, ''),
  ]);
}

/**
 * Set by tests/scale/run.mjs: the folder of the archives that all test files of a run share. Making them takes nine processor
 * seconds.
 */
const { SHARED_ARCHIVES } = process.env;

/** Runs the work while no other test file does. */
async function withLock(lock: string, work: () => Promise<void>): Promise<void> {
  const acquire = (): Promise<boolean> =>
    mkdir(lock).then(
      () => true,
      (error: unknown) => {
        if (codeOf(error) === 'EEXIST') return false;
        throw error;
      },
    );
  while (!(await acquire())) await delay(100);
  try {
    await work();
  } finally {
    await rm(lock, { recursive: true });
  }
}

async function packUnderBothNames(folder: string): Promise<void> {
  await unpack(await packInto(folder), join(folder, ARCHIVE));
  makeArchive(join(folder, ARCHIVE));
  await rm(join(folder, ARCHIVE), { recursive: true });
  await writeFile(join(folder, KEY_FILE), TEST_SIGNING_KEY);
}

async function fillShared(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished);
  await packUnderBothNames(unfinished);
  await rename(unfinished, folder);
}

interface Archives {
  /** The archive under its own name, with its signature beside it. */
  readonly packed: string;
  /** The key that signed it. */
  readonly signingKey: string;
}

/** Fills a folder with the output of `npm run pack`, and with the same archive under the name in docs/operations.md. */
export async function provideArchives(folder: string): Promise<Archives> {
  if (SHARED_ARCHIVES === undefined) await packUnderBothNames(folder);
  else {
    await withLock(`${SHARED_ARCHIVES}.lock`, () => fillShared(SHARED_ARCHIVES));
    await cp(SHARED_ARCHIVES, folder, { recursive: true });
  }
  const names = await readdir(folder);
  const packed = names.find((name) => name.endsWith('.tgz') && !name.startsWith(ARCHIVE)) ?? '';
  return { packed: join(folder, packed), signingKey: await readFile(join(folder, KEY_FILE), 'utf8') };
}

export interface Machine {
  readonly nginx: Nginx;
  readonly operator: Operator;
  /** Everything on it is lost. */
  readonly remove: () => Promise<void>;
}

interface MachineOptions {
  /** Where the archives are. */
  readonly downloads: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly hasSocket: boolean;
  /** What is mounted as /backups; by default an empty folder on this machine. */
  readonly backups?: string;
}

/** A machine with nginx and the settings, on which nothing runs yet. */
export async function aMachine({ downloads, variables = {}, hasSocket, backups }: MachineOptions): Promise<Machine> {
  const folder = await mkdtemp(join(tmpdir(), 'site-machine-'));
  await Promise.all(['srv', 'etc', 'backups'].map((name) => mkdir(join(folder, name))));
  const nginx = await anNginx(folder);
  const { PORT: _port, ...settings } = anEnvironment(folder, {
    PUBLIC_ORIGIN: nginx.url,
    TRUST_PROXY: '127.0.0.1',
    USDA_SOURCE: 'sample',
    LOG_LEVEL: 'warn',
    GALLERY_UPLOADS_PER_MINUTE: '10000',
    GALLERY_UPLOADS_PER_DAY: '100000',
    TELEMETRY_REPORTS_PER_MINUTE: '100000',
    ...variables,
  });
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
  await writeFile(join(folder, 'etc/site.env'), lines.join(''));
  const operator = await anOperator({ folder, downloads, nginx, hasSocket, backups: backups ?? join(folder, 'backups') });
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
export async function shellOf({ nginx }: Machine): Promise<string> {
  const page = await (await fetch(nginx.url)).text();
  return /\/r\/shell\/([^/]+)\//.exec(page)?.[1] ?? '';
}
