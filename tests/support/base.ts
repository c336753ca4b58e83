import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { expect } from '@playwright/test';
import { content } from '../../apps/shell/sample-content.ts';
import { endServerProcess, startServerProcess, takeServerLog } from './server-process.ts';
import { replaceInScripts } from './shell-scripts.ts';
import { BASE_DATA, BASE_STORE, E2E_FOLDER, release, REMOTES, SETTINGS, SHELL_BUILD, signingKey, WORKSPACE } from './site.ts';
import { PRICE_ADDRESSES } from './stored-prices.ts';

/** A small object in the built scripts, its fields in the owner's order. */
const ANALYTICS = /analytics: ?\{\s*"?(?:kind|endpoint|measurementId)"?:[^}]*\}/;
/** Written last: a base without it is incomplete. */
const MADE_FROM = resolve(E2E_FOLDER, 'made-from.json');

/** The server treats prices as fresh for 15 minutes, and would fetch older ones in every test that opens a page with prices. */
const MAX_AGE_MS = 8 * 60_000;
/** From this age on, a server that is started on the prices fetches them again. */
const OLD_AGE_MS = 16 * 60_000;

interface MadeFrom {
  /** Digest of what makes the releases. */
  readonly store: string;
  /** Digest of what makes the database. */
  readonly data: string;
  /** Milliseconds since 1970 when the server began to fetch the prices. */
  readonly pricesAt: number;
  readonly signingKey: string;
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

const foldersIn = async (root: string) => (await readdir(resolve(WORKSPACE, root))).map((name) => `${root}/${name}`);

/** Digest of the builds of these projects and of what makes the base from them. */
async function digestOf(projects: readonly string[]): Promise<string> {
  const builds = projects.map((project) => resolve(WORKSPACE, project, 'dist')).filter((build) => existsSync(build));
  const files = (await Promise.all([...builds, import.meta.dirname].map(filesBelow))).flat();
  const hash = createHash('sha256').update(process.version);
  for (const file of [...files, resolve(WORKSPACE, 'package-lock.json')].toSorted())
    hash.update(`\n${relative(WORKSPACE, file)}\n`).update(await readFile(file));
  return hash.digest('hex');
}

async function readMadeFrom(): Promise<MadeFrom | null> {
  try {
    return JSON.parse(await readFile(MADE_FROM, 'utf8')) as MadeFrom;
  } catch {
    return null;
  }
}

/**
 * Releases of the current builds, and a database with a year of prices: what `startSite` copies. Either is kept from an earlier run if
 * everything that it was made from is the same; old prices are then fetched again, without their past year.
 * Anything else that the run left is removed.
 */
export async function makeBase(): Promise<void> {
  await mkdir(E2E_FOLDER, { recursive: true });
  const [apps, libs] = [await foldersIn('apps'), await foldersIn('libs')];
  const [store, data, earlier] = [
    await digestOf([...apps, ...libs]),
    await digestOf(['apps/api', ...libs]),
    await readMadeFrom(),
  ];
  const age = Date.now() - (earlier?.pricesAt ?? 0);
  const hasUsableAge = (age >= 0 && age < MAX_AGE_MS) || age >= OLD_AGE_MS;
  const [keepsStore, keepsData] = [earlier?.store === store, earlier?.data === data && hasUsableAge];
  // Interrupted from here on, the base is incomplete.
  await rm(MADE_FROM, { force: true });
  const kept = [...(keepsStore ? [BASE_STORE, SHELL_BUILD] : []), ...(keepsData ? [BASE_DATA] : [])];
  const left = (await readdir(E2E_FOLDER)).map((name) => resolve(E2E_FOLDER, name));
  await Promise.all(left.filter((path) => !kept.includes(path)).map((path) => rm(path, { recursive: true, force: true })));
  if (keepsStore) process.env['E2E_SIGNING_KEY'] = earlier?.signingKey;
  else await makeBaseStore();
  const isFresh = keepsData && age < MAX_AGE_MS;
  const pricesAt = isFresh ? Date.now() - age : Date.now();
  if (!isFresh) await fillBaseData();
  const madeFrom: MadeFrom = { store, data, pricesAt, signingKey: signingKey() };
  await writeFile(MADE_FROM, JSON.stringify(madeFrom), { mode: 0o600 });
}

async function makeBaseStore(): Promise<void> {
  await cp(resolve(WORKSPACE, 'apps/shell/dist'), SHELL_BUILD, { recursive: true });
  if (content['site.json'].analytics !== null) await replaceInScripts(SHELL_BUILD, [[ANALYTICS, 'analytics:null']]);
  await release(BASE_STORE, 'shell', SHELL_BUILD);
  for (const app of REMOTES) await release(BASE_STORE, app);
}

/** Storing a year of prices costs as much as a test, so one server does it for all. */
async function fillBaseData(): Promise<void> {
  const settings = { ...SETTINGS, DATA_DIR: BASE_DATA, RELEASES_DIR: BASE_STORE, RELEASE_SIGNING_KEY: signingKey() };
  try {
    const server = await startServerProcess(settings);
    // Outside a test Playwright's assertions have a different timeout.
    const patient = { timeout: 600_000 };
    for (const path of PRICE_ADDRESSES) {
      const state = async () => {
        const { status, headers } = await fetch(server.url + path);
        return [status, headers.get('X-Data-Stale')];
      };
      await expect
        .poll(state, { message: `${path}: its status, and whether it is out of date`, ...patient })
        .toEqual([200, null]);
    }
    const jobs = async () => {
      const metrics = await (await fetch(`${server.url}/metrics`)).text();
      return /^jobs\{.*state="running".*\} (\d+)$[^]*^jobs_overdue_seconds\S* (\S+)$/m.exec(metrics)?.slice(1);
    };
    await expect.poll(jobs, { message: 'running jobs, and how long one has waited', ...patient }).toEqual(['0', '0']);
    await server.close();
  } catch (error) {
    console.error((await takeServerLog()).lines.join('\n'));
    throw error;
  } finally {
    endServerProcess();
  }
}
