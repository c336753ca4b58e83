import { join } from 'node:path';
import { FolderUploads, generateSigningKey, parseSigningKey, publicHalf, signRequest, type UploadFiles } from '@site/releases';
import { Config } from '../config/config.ts';
import { ServerKey } from '../releases/server-key.ts';
import { TEST_SIGNING_KEY } from './a-config.ts';
import { aTeam, type Team } from './a-team.ts';
import { anApi, type TestApi } from './an-api.ts';

/** The key with which the servers of these tests sign. */
export const SERVER_KEY = generateSigningKey();

/** A site whose server only has the public half of the owner's key, and signs with its own key. */
export async function aSite(
  variables: Readonly<Record<string, string>> = {},
  replacements: Parameters<typeof anApi>[1] = [],
): Promise<TestApi> {
  const key = { signing: parseSigningKey(SERVER_KEY), publicText: publicHalf(SERVER_KEY) };
  const api = await anApi(variables, [{ provide: ServerKey, value: key }, ...replacements]);
  api.get(Config).publicOrigin = api.url;
  return api;
}

/** A site to which teams release, with access to its disk and its storage. */
export interface TeamSite {
  readonly url: string;
  readonly releasesDir: string;
  readonly uploads: UploadFiles;
  /** Another process of the same site. */
  readonly another: () => Promise<{ readonly url: string }>;
  readonly close: () => Promise<void>;
}

/** Like `aSite`: in this process, with a folder; in `npm run test:scale` separate processes, with a database and a bucket. */
export async function aTeamSite(): Promise<TeamSite> {
  if (process.env['TEST_POSTGRES'] !== undefined) return (await import('../../scale/a-running-site.ts')).aRunningSite(SERVER_KEY);
  const api = await aSite();
  const releasesDir = join(api.folder, 'releases');
  return {
    url: api.url,
    releasesDir,
    uploads: new FolderUploads(releasesDir),
    another: () => aSite({ RELEASES_DIR: releasesDir }),
    close: api.close,
  };
}

/** An owner, and a team that is responsible for the app `eggs`. */
export async function withEggs(
  api: Pick<TestApi, 'url'>,
  ...options: readonly string[]
): Promise<{ owner: Team; eggs: Team; to: string[] }> {
  const [owner, eggs, to] = [await aTeam(TEST_SIGNING_KEY), await aTeam(), ['--to', api.url]];
  const paths = options.includes('--paths') ? [] : ['--paths', '/projects/eggs'];
  const [code, said] = await owner.site('team', 'add', 'eggs', '--key', eggs.publicKey, ...paths, ...options, ...to);
  expect([code, said]).toEqual([0, expect.stringContaining('may release eggs under')]);
  return { owner, eggs, to };
}

/** The release of an app that visitors get, from the document's boot data. */
export async function liveAt(url: string, app: string): Promise<string | undefined> {
  const html = await (await fetch(`${url}/`)).text();
  return new RegExp(`"name":"${app}","release":"([^"]+)"`).exec(html)?.[1];
}

/** Sends a request signed with a key. */
export function signed(
  api: Pick<TestApi, 'url'>,
  key: string,
  method: string,
  path: string,
  body: string | Uint8Array = '',
): Promise<Response> {
  const [url, bytes] = [new URL(path, api.url), Buffer.from(body)];
  const headers = signRequest({ method, url, body: bytes }, parseSigningKey(key), new Date());
  return fetch(url, { method, headers, ...(bytes.length > 0 && { body: bytes }) });
}

/** The code of an error response. */
export const codeOf = async (response: Response): Promise<unknown> => ((await response.json()) as { code: string }).code;

/** Runs something this many days later, by the clocks of both server and caller. */
export async function inDays<T>(days: number, work: () => Promise<T>): Promise<T> {
  const Present = globalThis.Date;
  const later = (): number => Present.now() + days * 86_400_000;
  globalThis.Date = class extends Present {
    constructor(...args: unknown[]) {
      super(...((args.length === 0 ? [later()] : args) as [number]));
    }
    static override now = later;
  } as DateConstructor;
  try {
    return await work();
  } finally {
    globalThis.Date = Present;
  }
}
