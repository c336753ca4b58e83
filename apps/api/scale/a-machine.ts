import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { anEnvironment, TEST_SIGNING_KEY } from '../src/test-support/a-config.ts';
import { anNginx, type Nginx } from './nginx-example.ts';
import { anOperator, type Operator } from './operator.ts';

export const WORKSPACE = resolve(import.meta.dirname, '../../..');
/** Heading in docs/operations.md. */
export const INSTALL = '## As a service, behind a proxy or a CDN';

/** Packs these sources, signed with the tests' owner key. @returns the archive */
export async function packInto(folder: string): Promise<string> {
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
