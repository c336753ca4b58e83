import { setTimeout as delay } from 'node:timers/promises';
import { RELEASE_SET_HEADER, type BootData } from '@site/contracts';
import { integrityOf } from '@site/releases';
import type { Processes, SiteProcess } from './processes.ts';

/** Between two visits by a tab: short for a person, but twenty tabs without a pause would leave no processor time for what is tested. */
const PAUSE_MS = 1_500;

/** What a team has built: what its release must look like, wherever it is served. */
export interface KnownRelease {
  /** SHA-384 of each file, by path. */
  readonly files: Readonly<Record<string, string>>;
  readonly paths: readonly string[];
}

/** A set of releases that a visitor was given. */
export interface SeenSet {
  /** The registry's serial and, after a plus sign, the app whose canary the set contains. */
  readonly name: string;
  /** The visitor's bucket, if a canary runs. */
  readonly bucket: number | undefined;
  /** Release of each app. */
  readonly releases: Readonly<Record<string, string>>;
}

/** Visitors without a browser: each fetches a document and every file of the set that it names, from any process. */
export class Tabs {
  readonly sets: SeenSet[] = [];
  files = 0;
  /** Requests that got no response because their process was killed. */
  cutOff = 0;
  private isOver = false;
  private readonly tabs: Promise<unknown>;

  /** @param known what was built, by app and release */
  constructor(
    count: number,
    private readonly processes: Processes,
    private readonly known: ReadonlyMap<string, KnownRelease>,
  ) {
    this.tabs = Promise.all(Array.from({ length: count }, () => this.browse()));
    // Reported by `close`.
    this.tabs.catch(() => undefined);
  }

  /** @throws the first error from a visit */
  async close(): Promise<void> {
    this.isOver = true;
    await this.tabs;
  }

  private async browse(): Promise<void> {
    let cookie = '';
    while (!this.isOver) {
      cookie = await this.visit(cookie);
      await delay(PAUSE_MS);
    }
  }

  /** @returns undefined if the process was killed before it had responded */
  private async get(at: SiteProcess, path: string, cookie: string): Promise<{ response: Response; body: Buffer } | undefined> {
    const { lives } = at;
    try {
      const response = await fetch(at.url + path, { headers: cookie ? { cookie } : {} });
      return { response, body: Buffer.from(await response.arrayBuffer()) };
    } catch (cause) {
      // A connection breaks when its process is killed, and for no other reason.
      if (at.replica && at.lives === lives) throw new Error(`${at.url}${path} gave no response`, { cause });
      this.cutOff += 1;
      return undefined;
    }
  }

  private async visit(before: string): Promise<string> {
    const visited = await this.get(await this.processes.any(), '/', before);
    if (!visited) return before;
    const { response, body } = visited;
    const cookie = /set=\d+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? before;
    const html = body.toString('utf8');
    if (response.status !== 200) throw new Error(`the home page responded with ${response.status}`);
    const boot = JSON.parse(/id="boot">([^<]+)</.exec(html)?.[1] ?? 'null') as BootData;
    const { integrity } = JSON.parse(/<script type="importmap">([^<]+)</.exec(html)?.[1] ?? 'null') as {
      integrity: Readonly<Record<string, string>>;
    };
    const releases = Object.fromEntries(boot.remotes.map(({ name, release }) => [name, release]));
    const bucket = cookie === '' ? undefined : Number(cookie.slice('set='.length));
    this.sets.push({ name: response.headers.get(RELEASE_SET_HEADER) ?? '', bucket, releases });
    const named = boot.remotes.map(({ name, release }) => ({ name, release, base: `/r/${name}/${release}/` }));
    this.requireOneSet(boot, named, integrity);
    for (const { name, release, base } of named)
      for (const [path, hash] of Object.entries(this.releaseOf(name, release).files)) {
        // As behind a load balancer: a file may come from a different process than the document.
        const got = await this.get(await this.processes.any(), base + path, cookie);
        if (!got) continue;
        if (got.response.status !== 200 || integrityOf(got.body) !== hash)
          throw new Error(`${base}${path} responded with ${got.response.status}, or is not the file that was released`);
        this.files += 1;
      }
    return cookie;
  }

  /** Every address in the document belongs to the set that it names, and has the hash of the file that its team built. */
  private requireOneSet(
    { shell, remotes }: BootData,
    named: readonly { readonly name: string; readonly release: string; readonly base: string }[],
    integrity: Readonly<Record<string, string>>,
  ): void {
    const fallbacks = remotes.flatMap(({ name, previous }) =>
      previous ? [{ name, release: previous.release, base: `/r/${name}/${previous.release}/` }] : [],
    );
    for (const [address, hash] of Object.entries(integrity)) {
      const plain = address.replace(/~1\//, '/');
      if (plain.startsWith(`/r/shell/${shell}/`)) continue;
      const owner = [...named, ...fallbacks].find(({ base }) => plain.startsWith(base));
      if (!owner) throw new Error(`${address} is in the document, but in no release that it names`);
      if (this.releaseOf(owner.name, owner.release).files[plain.slice(owner.base.length)] !== hash)
        throw new Error(`${address} does not have the hash that was released`);
    }
    const paths = named.flatMap(({ name, release }) => this.releaseOf(name, release).paths);
    if (new Set(paths).size !== paths.length) throw new Error(`two apps have the same page: ${paths.sort().join(' ')}`);
    for (const { name, release, routes } of remotes) {
      const shown = routes.map(({ path }) => path).sort();
      const built = this.releaseOf(name, release).paths.toSorted();
      if (JSON.stringify(shown) !== JSON.stringify(built)) throw new Error(`${name} ${release} has the pages ${shown.join(' ')}`);
    }
  }

  private releaseOf(app: string, release: string): KnownRelease {
    const known = this.known.get(`${app} ${release}`);
    if (!known) throw new Error(`no team has built ${app} ${release}`);
    return known;
  }
}
