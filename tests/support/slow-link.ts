import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { forwardRequest, startProxy, stopProxy } from './forward-request.ts';

/** What browsers call Slow 4G: 1.6 Mbit/s, and 150 ms from a request to its response. */
const BYTES_PER_MS = 200;
const LATENCY_MS = 150;

interface SlowLink {
  /** Address of an HTTP proxy, for the option `proxy` of a browser's context. */
  readonly server: string;
  close(): Promise<void>;
}

/**
 * A slow connection between browser and site, shared by all requests. It is a real one: pages that Chromium itself slowed down, with
 * `Network.emulateNetworkConditions`, have been seen to wait on a busy machine for a script that never came.
 */
export async function startSlowLink(siteUrl: string): Promise<SlowLink> {
  const site = new URL(siteUrl);
  let freeAt = 0;
  const pace = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      const now = performance.now();
      freeAt = Math.max(now, freeAt) + chunk.length / BYTES_PER_MS;
      await wait(freeAt - now);
      yield chunk;
    }
  };
  const server = createServer(async (request, response) => {
    const { host, pathname, search } = new URL(request.url ?? '', siteUrl);
    // Chromium has addresses of its own that it would like to reach.
    if (host !== site.host) {
      response.writeHead(502).end();
      return;
    }
    await wait(LATENCY_MS);
    forwardRequest(request, response, { site, path: pathname + search, pace });
  });
  const port = await startProxy(server);
  return { server: `http://127.0.0.1:${port}`, close: () => stopProxy(server) };
}
