import type { OfflineIndex } from '@site/contracts';
import { nextTask } from '../next-task.ts';
import { createOfflineWorker } from '../offline/offline-worker.ts';

export const ORIGIN = 'https://site.example';
export const EXHIBITS = ['/a', '/b'];

/** What a document of the simulated site says about itself. */
export interface Shown {
  readonly path: string;
  readonly serial: number;
  readonly release: number;
}

interface Site {
  readonly serial: number;
  /** Live releases of the exhibits' remote, the newest last. */
  readonly live: readonly number[];
  readonly pages: readonly string[];
}

interface Faults {
  /** Instead of a document. */
  status?: number;
  /** In the name of the set that documents carry: `+app` is a canary. */
  set?: string;
  /** Files arrive changed. */
  isSpoiled?: boolean;
  /** How many of the next requests for a file fail. */
  lostFiles?: number;
  /** Serial of the copy that the browser itself has of each document, for the back button. */
  copy?: number;
  /** The disk is full. */
  isFull?: boolean;
}

const fileOf = (release: number) => `/r/app/${release}/page.js`;
const integrityOf = (text: string) => `hash of ${text}`;

function documentOf(path: string, serial: number, release: number, set = '', status = 200): Response {
  return Response.json({ path, serial, release } satisfies Shown, { status, headers: { 'X-Release-Set': `${serial}${set}` } });
}

/** A server, a network, a disk, and a browser whose service worker may stop at any time. Nothing happens until `advance`. */
export class OfflineWorld {
  site: Site = { serial: 1, live: [1], pages: EXHIBITS };
  isOnline = true;
  faults: Faults = {};
  /** Documents that came from the server, not from the disk. */
  readonly sent = new WeakSet<Response>();
  private life = 0;
  private waiting: (() => void)[] = [];
  private readonly disk = new Map<string, Map<string, { readonly text: string; readonly headers: Headers }>>();
  /** Declared after the fields that it uses. */
  worker = this.startWorker();

  constructor(private readonly random: () => number = () => 0) {}

  get sets(): string[] {
    return [...this.disk.keys()].filter((name) => name.startsWith('offline '));
  }

  publish(): void {
    const next = Math.max(...this.site.live, this.site.serial) + 1;
    this.site = { ...this.site, serial: this.site.serial + 1, live: [...this.site.live, next] };
  }

  rollback(): void {
    if (this.site.live.length > 1) this.site = { ...this.site, serial: this.site.serial + 1, live: this.site.live.slice(0, -1) };
  }

  /** The browser stops the worker wherever it is, and starts it again for the next event. */
  restart(): void {
    this.life += 1;
    this.worker = this.startWorker();
  }

  /** Lets one pending operation finish: a response is created or arrives, or a write to the disk completes. */
  async advance(): Promise<boolean> {
    const [next] = this.waiting.splice(Math.floor(this.random() * this.waiting.length), 1);
    next?.();
    await nextTask();
    return next !== undefined;
  }

  /** Reading a body takes a few turns of the event loop in which nothing waits. */
  async settle(): Promise<void> {
    for (let idle = 0; idle < 5; idle += 1) if (await this.advance()) idle = 0;
  }

  navigate(path: string): Promise<Response> {
    const { response, after } = this.worker.document({ url: ORIGIN + path } as Request);
    void after;
    return response;
  }

  /** Opens an address, with everything that follows from it. */
  async visit(path: string): Promise<Shown | string> {
    const response = this.navigate(path);
    await this.settle();
    return shownBy(await response);
  }

  async open(path: string): Promise<Shown | string> {
    const shown = await this.visit(path);
    void this.worker.opened(path);
    await this.settle();
    return shown;
  }

  /** A worker that was stopped never continues. */
  private async turn(life: number): Promise<void> {
    await new Promise<void>((resolve) => this.waiting.push(resolve));
    if (life !== this.life) await new Promise(() => {});
  }

  private respond(path: string): Response {
    const { status, set = '', isSpoiled } = this.faults;
    const { serial, live, pages } = this.site;
    const release = live.at(-1) ?? 0;
    if (path === '/offline.json') return Response.json(this.index());
    if (path.startsWith('/r/')) return new Response(isSpoiled ? 'spoiled' : path);
    if (status !== undefined) return new Response('error', { status });
    const isThere = [...pages, '/offline', '/about'].includes(path);
    return documentOf(path, serial, release, set, isThere ? 200 : 404);
  }

  private index(): OfflineIndex {
    const { serial, live, pages } = this.site;
    const release = live.at(-1) ?? 0;
    const kept = [...pages, '/offline'];
    const file = fileOf(release);
    const documents = kept.map((path) => [path, integrityOf(JSON.stringify({ path, serial, release }))]);
    return {
      serial,
      set: `${serial}-hash`,
      pages: Object.fromEntries(kept.map((path) => [path, [path, file]])),
      files: { ...Object.fromEntries(documents), [file]: integrityOf(file) },
    };
  }

  private startWorker() {
    const { life } = this;
    const turn = () => this.turn(life);
    const textOf = (input: RequestInfo | URL) =>
      input instanceof URL ? input.href : typeof input === 'string' ? input : input.url;
    return createOfflineWorker({
      origin: ORIGIN,
      fetch: async (input) => {
        const path = textOf(input).replace(ORIGIN, '');
        await turn();
        const { copy } = this.faults;
        if (copy !== undefined && typeof input !== 'string') return documentOf(path, copy, copy);
        if (!this.isOnline) throw new TypeError('no network');
        const { lostFiles = 0 } = this.faults;
        if (path.startsWith('/r/') && lostFiles > 0) {
          this.faults = { ...this.faults, lostFiles: lostFiles - 1 };
          throw new TypeError('the connection was lost');
        }
        const response = this.respond(path);
        await turn();
        if (!this.isOnline) throw new TypeError('the network was lost');
        this.sent.add(response);
        return response;
      },
      caches: this.startCaches(turn),
      integrityOf: (bytes) => Promise.resolve(integrityOf(new TextDecoder().decode(bytes))),
      savesData: () => false,
      pause: turn,
    });
  }

  private startCaches(turn: () => Promise<void>): CacheStorage {
    const { disk } = this;
    const read = (name: string | undefined, key: RequestInfo | URL) => {
      const found = disk.get(name ?? '')?.get((typeof key === 'string' ? key : '').replace(ORIGIN, ''));
      return found && new Response(found.text, { headers: found.headers });
    };
    const open = async (name: string) => {
      await turn();
      const cache = disk.get(name) ?? new Map<string, { text: string; headers: Headers }>();
      disk.set(name, cache);
      return {
        match: async (key: string) => {
          await turn();
          return read(name, key);
        },
        put: async (key: string, response: Response) => {
          const text = await response.text();
          await turn();
          if (this.faults.isFull) throw new DOMException('the disk is full', 'QuotaExceededError');
          cache.set(key, { text, headers: response.headers });
        },
      };
    };
    const caches: Pick<CacheStorage, 'keys' | 'delete' | 'match'> = {
      async keys() {
        await turn();
        return [...disk.keys()];
      },
      async delete(name) {
        await turn();
        return disk.delete(name);
      },
      async match(key, { cacheName } = {}) {
        await turn();
        return read(cacheName, key);
      },
    };
    // What the worker does not use is left out.
    return { ...caches, open } as unknown as CacheStorage;
  }
}

/** What a tab shows: the document, or where it is sent instead. */
export async function shownBy(response: Response): Promise<Shown | string> {
  if (response.type === 'error') return 'no page';
  const target = response.headers.get('Location');
  if (target !== null) return target.replace(ORIGIN, '');
  const text = await response.text();
  return text.startsWith('{') ? (JSON.parse(text) as Shown) : `${response.status}`;
}
