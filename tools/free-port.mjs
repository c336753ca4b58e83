import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that Linux, macOS and Windows give to outgoing connections, one of which could otherwise take the port before its server does. */
const [FIRST, LAST] = [20_000, 32_000];

/** Whether a server can listen on this port of 127.0.0.1. */
async function isFree(port) {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}

/**
 * A port for a server that cannot choose one itself.
 * @returns {Promise<number>} a random one on which nothing is listening
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) return port;
  }
}
