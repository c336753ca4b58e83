import { OFFLINE_INDEX, OFFLINE_PAGE, RELEASE_SET_HEADER, type OfflineIndex } from '@site/contracts';
import { EMPTY, step, type OfflineEffect, type OfflineEvent } from './offline-state.ts';
import { readState, SET_PREFIX, writeState } from './offline-storage.ts';

export interface WorkerPorts {
  readonly caches: CacheStorage;
  readonly fetch: typeof fetch;
  readonly origin: string;
  /** SHA-384 of some bytes, as an integrity value. */
  integrityOf(bytes: ArrayBuffer): Promise<string>;
  /** True if the browser's data saver is on. */
  savesData(): boolean;
  pause(milliseconds: number): Promise<void>;
}

/** A response, and work that outlives it. */
interface Answer {
  readonly response: Promise<Response>;
  readonly after: Promise<unknown>;
}

/** By this time, a page that was just opened has probably loaded. */
const PAGE_LOAD_MS = 2_000;

const FRESH = { cache: 'no-store', redirect: 'manual' } as const;

/** Serial of the document's set, and whether it consists of stable releases only; undefined if the response does not name one. */
function setOf({ headers }: Response) {
  const [, serial, rest] = /^(\d+)(.*)$/.exec(headers.get(RELEASE_SET_HEADER) ?? '') ?? [];
  return serial === undefined ? undefined : { serial: Number(serial), isStable: rest === '' };
}

/** Without the token with which its figures would be reported: a kept document's speed is not the site's. */
function withoutTiming(body: ArrayBuffer, { status, headers }: Response): Response {
  const kept = new Headers(headers);
  kept.delete('Server-Timing');
  return new Response(body, { status, headers: kept });
}

/** Carries out what `step` decides. See decision 0101. */
export function createOfflineWorker({ caches, fetch, origin, integrityOf, savesData, pause }: WorkerPorts) {
  let state = EMPTY;
  let reading: Promise<void> | undefined;
  /** Fills and deletions follow one another. */
  let queue: Promise<unknown> = Promise.resolve();
  let retrying: Promise<unknown> = Promise.resolve();
  let writing: Promise<unknown> = Promise.resolve();

  /** Not before the first event: until this worker is the active one, the previous one may still change what is stored. */
  const stateRead = () =>
    (reading ??= (async () => {
      state = await readState(caches);
    })());

  /** `save` comes first: a kept set that no longer matches is forgotten, on disk too, before the document is shown. */
  async function apply(event: OfflineEvent): Promise<{ readonly done: Promise<unknown> }> {
    await stateRead();
    const [next, effects] = step(state, event);
    state = next;
    if (effects.some(({ type }) => type === 'save')) {
      writing = writing.then(() => writeState(caches, next));
      await writing;
    }
    // The document needs the connection first.
    if (event.type === 'responded' && effects.length > 0) queue = queue.then(() => pause(PAGE_LOAD_MS));
    for (const effect of effects) {
      // Outside the queue: the next document does not wait for it.
      if (effect.type === 'retry') retrying = retry(effect.fill, effect.after);
      else queue = queue.then(() => run(effect));
    }
    return { done: untilIdle() };
  }

  async function retry(fill: number, after: number): Promise<void> {
    await pause(after);
    await apply({ type: 'retried', fill });
    await queue;
  }

  /** Includes the retries of fills that fail meanwhile. */
  async function untilIdle(): Promise<void> {
    let last: Promise<unknown>;
    do {
      await queue;
      last = retrying;
      await last;
    } while (last !== retrying);
  }

  async function run(effect: OfflineEffect): Promise<void> {
    if (effect.type === 'clean') return clean();
    if (effect.type !== 'fill') return;
    const { fill, paths } = effect;
    const isWanted = () => state.fill === fill && state.isFilling;
    try {
      const filled = await fetchSet(paths, isWanted);
      if (filled) await apply({ type: 'filled', fill, ...filled });
    } catch {
      // No network, a new release in between, a full disk: a later attempt may succeed.
      await apply({ type: 'failed', fill });
    }
  }

  async function clean(): Promise<void> {
    const kept = state.kept ? SET_PREFIX + state.kept.set : '';
    const names = await caches.keys().catch(() => []);
    for (const name of names) if (name.startsWith(SET_PREFIX) && name !== kept) await caches.delete(name).catch(() => false);
  }

  /** Returns undefined if it is no longer wanted. @throws if anything is missing or is not what the list says */
  async function fetchSet(paths: readonly string[], isWanted: () => boolean) {
    if (!isWanted()) return undefined;
    if (savesData()) throw new Error('the browser’s data saver is on');
    const list = await fetch(OFFLINE_INDEX, FRESH);
    const { serial, set, pages, files } = (await list.json()) as OfflineIndex;
    const kept = paths.filter((path) => Object.hasOwn(pages, path));
    const absent = paths.filter((path) => !kept.includes(path));
    const cache = await caches.open(SET_PREFIX + set);
    for (const address of new Set([...kept, OFFLINE_PAGE].flatMap((path) => pages[path] ?? []))) {
      if (!isWanted()) return undefined;
      if (await cache.match(address, { ignoreVary: true })) continue;
      const isDocument = Object.hasOwn(pages, address);
      const response = await fetch(address, { priority: 'low', ...(isDocument && FRESH) });
      const bytes = await response.clone().arrayBuffer();
      if ((await integrityOf(bytes)) !== files[address]) throw new Error(`${address} is not what the list says`);
      if (isDocument && response.headers.get(RELEASE_SET_HEADER) !== String(serial))
        throw new Error(`${address} belongs to another set`);
      await cache.put(address, isDocument ? withoutTiming(bytes, response) : response);
    }
    return { kept: { serial, set, pages: kept }, absent };
  }

  /** The server's response; undefined if there is none. One that is older than what was seen is requested again. */
  async function latest(request: Request): Promise<Response | undefined> {
    try {
      const [response] = await Promise.all([fetch(request), stateRead()]);
      return (setOf(response)?.serial ?? state.seen) < state.seen ? await fetch(request.url, FRESH) : response;
    } catch {
      return undefined;
    }
  }

  async function keptDocument(url: URL): Promise<Response> {
    await stateRead();
    const { kept } = state;
    if (!kept) return Response.error();
    const path = url.pathname.replace(/(.)\/+$/, '$1');
    const isKept = path === OFFLINE_PAGE || kept.pages.includes(path);
    if (!isKept) return Response.redirect(`${origin}${OFFLINE_PAGE}?from=${encodeURIComponent(url.pathname + url.search)}`);
    const found = await caches.match(path, { cacheName: SET_PREFIX + kept.set, ignoreVary: true });
    // Another tab may have reached the server meanwhile.
    return state.kept === kept ? (found ?? Response.error()) : keptDocument(url);
  }

  async function file(request: Request): Promise<Response> {
    await stateRead();
    const { kept } = state;
    const cacheName = kept && SET_PREFIX + kept.set;
    const found = cacheName && (await caches.match(request.url, { cacheName, ignoreVary: true }).catch(() => undefined));
    return found || fetch(request);
  }

  return {
    /** The document of a navigation. */
    document(request: Request): Answer {
      const answer = (async () => {
        const response = await latest(request);
        if (!response) return { response: await keptDocument(new URL(request.url)), done: undefined };
        const set = setOf(response);
        const { done } = set ? await apply({ type: 'responded', ...set }) : { done: undefined };
        return { response, done };
      })();
      return { response: answer.then(({ response }) => response), after: answer.then(({ done }) => done) };
    },
    /** A file of a release. Its address contains its hash, so a kept one is never an older one. */
    file,
    /** The visitor has opened a page that can be kept. */
    opened: (path: string): Promise<unknown> => apply({ type: 'opened', path }).then(({ done }) => done),
  };
}
