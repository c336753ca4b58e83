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

interface MadeFrom {
  readonly digest: string;
  /** Milliseconds since 1970 when the server began to fetch them. */
  readonly pricesAt: number;
  readonly signingKey: string;
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Digest of all builds and of what makes the base. */
async function digestOfParts(): Promise<string> {
  const projects = await Promise.all(
    ['apps', 'libs'].map(async (root) => (await readdir(resolve(WORKSPACE, root))).map((name) => resolve(WORKSPACE, root, name))),
  );
  const builds = projects.flat().flatMap((project) => (existsSync(join(project, 'dist')) ? [join(project, 'dist')] : []));
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
 * Releases of the current builds, and a database with a year of prices: what `startSite` copies. Those of an earlier run are used
 * again if everything that they were made from is the same, the prices only for eight minutes.
 * Anything else it left is removed.
 */
export async function makeBase(): Promise<void> {
  const [digest, earlier] = [await digestOfParts(), await readMadeFrom()];
  // Interrupted from here on, the base is incomplete.
  await rm(MADE_FROM, { force: true });
  if (earlier?.digest === digest) {
    process.env['E2E_SIGNING_KEY'] = earlier.signingKey;
    const left = (await readdir(E2E_FOLDER)).filter((name) => name.startsWith('site-'));
    await Promise.all(left.map((name) => rm(resolve(E2E_FOLDER, name), { recursive: true, force: true })));
  } else {
    await rm(E2E_FOLDER, { recursive: true, force: true });
    await mkdir(E2E_FOLDER, { recursive: true });
    await makeBaseStore();
  }
  const age = Date.now() - (earlier?.pricesAt ?? 0);
  const isFresh = earlier?.digest === digest && age >= 0 && age < MAX_AGE_MS;
  const pricesAt = isFresh ? earlier.pricesAt : Date.now();
  if (!isFresh) {
    await rm(BASE_DATA, { recursive: true, force: true });
    await fillBaseData();
  }
  const madeFrom: MadeFrom = { digest, pricesAt, signingKey: signingKey() };
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
