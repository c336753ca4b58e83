import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { resolve } from 'node:path';
import { generateSigningKey, main, parseSigningKey, parseVerifyingKey } from '@site/releases';
import { startServerProcess } from './server-process.ts';

export const WORKSPACE = resolve(import.meta.dirname, '../..');
/** Every remote of the workspace. */
export const REMOTES = readdirSync(resolve(WORKSPACE, 'apps')).filter((name) =>
  existsSync(resolve(WORKSPACE, 'apps', name, 'remote.contract.ts')),
);

/** The draft gate's password in these tests, and its hash, as cheap as the server accepts. */
export const DRAFT_PASSWORD = 'correct horse battery staple';
const DRAFT_PASSWORD_HASH = '$scrypt$ln=14,r=1,p=1$c2l0ZS10ZXN0LXNhbHQtMQ$wE/qpMbvLb6jk3egouSN1N3kbGA+W+1oEu44llFxbt0';

export const E2E_FOLDER = resolve(WORKSPACE, 'tmp/e2e');
/** Releases of the current builds, from base.ts; a test that changes releases works on a copy. */
export const BASE_STORE = resolve(E2E_FOLDER, 'releases');
/** Database with the sample's prices. */
export const BASE_DATA = resolve(E2E_FOLDER, 'data');

export const SETTINGS = {
  PORT: '0',
  HOST: '127.0.0.1',
  USDA_SOURCE: 'sample',
  DRAFT_PASSWORD_HASH,
  LOG_LEVEL: 'info',
  // All browser tests come from one address.
  GALLERY_UPLOADS_PER_MINUTE: '1000',
  GALLERY_UPLOADS_PER_DAY: '10000',
  TELEMETRY_REPORTS_PER_MINUTE: '100000',
  // With three browsers on two cores, the server's event loop is often late.
  OVERLOAD_DELAY_MS: '60000',
};

/** The shell as it was built, except for the owner's analytics, whose service would count every test as a visit. */
export const SHELL_BUILD = resolve(E2E_FOLDER, 'shell');

/** The signing key of the base and its copies; base.ts sets it, and the workers inherit it. */
export function signingKey(): string {
  return (process.env['E2E_SIGNING_KEY'] ??= generateSigningKey());
}

/** The keys with which the store's commands sign and verify. */
export const registryKeys = () => ({ signing: parseSigningKey(signingKey()), verifying: parseVerifyingKey(signingKey()) });

/** The real `site` command on a store of this run. */
export async function siteCommand(store: string, ...args: readonly string[]): Promise<void> {
  const env = { RELEASES_DIR: store, RELEASE_SIGNING_KEY: signingKey() };
  const code = await main(args, env);
  if (code !== 0) throw new Error(`site ${args.join(' ')} exited with ${code}`);
}

/** Publishes a build. */
export const release = (store: string, app: string, from?: string): Promise<void> =>
  siteCommand(store, 'release', app, ...(from ? ['--from', from] : []));

export interface RunningSite {
  readonly url: string;
  readonly store: string;
  close(): Promise<void>;
}

/** Starts the real server on a free port, with its own database and, if requested, its own release store. */
export async function startSite({
  ownStore = false,
  env = {},
}: { ownStore?: boolean; env?: Record<string, string> } = {}): Promise<RunningSite> {
  const folder = await mkdtemp(resolve(E2E_FOLDER, 'site-'));
  const store = ownStore ? resolve(folder, 'releases') : BASE_STORE;
  if (ownStore) await cp(BASE_STORE, store, { recursive: true });
  // The copied prices are from the default source.
  if (env['USDA_SOURCE'] === undefined) await cp(BASE_DATA, resolve(folder, 'data'), { recursive: true });
  const settings = {
    ...SETTINGS,
    DATA_DIR: resolve(folder, 'data'),
    RELEASES_DIR: store,
    RELEASE_SIGNING_KEY: signingKey(),
    ...env,
  };
  const server = await startServerProcess(settings);
  return { ...server, store };
}
