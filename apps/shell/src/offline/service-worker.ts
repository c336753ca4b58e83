import { createOfflineWorker } from './offline-worker.ts';

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
/** The parts of its global scope that this worker uses: TypeScript's types for workers and for documents are mutually exclusive. */
interface WorkerScope {
  readonly location: Location;
  readonly navigator: { readonly connection?: { readonly saveData?: boolean } };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: ExtendableEvent & { readonly data: unknown }) => void): void;
}
const scope = globalThis as unknown as WorkerScope; // See above.

/** Addresses that are not pages for visitors, and pages in frames of other sites. */
const NO_PAGE = /^\/(?:api|embed|owner|r)(?:\/|$)|\.[a-z0-9]+$/i;

const worker = createOfflineWorker({
  caches,
  fetch: (input, init) => fetch(input, init),
  origin: scope.location.origin,
  async integrityOf(bytes) {
    const hash = await crypto.subtle.digest('SHA-384', bytes);
    return `sha384-${btoa(String.fromCharCode(...new Uint8Array(hash)))}`;
  },
  savesData: () => scope.navigator.connection?.saveData === true,
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
});

// A new worker serves open pages at once: nothing that it does depends on the page.
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== scope.location.origin) return;
  if (request.mode !== 'navigate') {
    if (pathname.startsWith('/r/')) event.respondWith(worker.file(request));
  } else if (request.destination === 'document' && !NO_PAGE.test(pathname)) {
    const { response, after } = worker.document(request);
    event.respondWith(response);
    event.waitUntil(after);
  }
});

scope.addEventListener('message', (event) => {
  if (typeof event.data === 'string') event.waitUntil(worker.opened(event.data));
});
