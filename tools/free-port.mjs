import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports of outgoing connections, on Linux, macOS and Windows: one of those could take the port before its server does. */
const LOWEST = 20_000;
const PORTS_PER_PROCESS = 100;
const BLOCKS = 120;

// Each process has a block of its own, and uses it in order: a port may be free for a while before its server takes it.
const first = LOWEST + (process.pid % BLOCKS) * PORTS_PER_PROCESS;
let taken = 0;

/** Whether a server can listen on this port on 127.0.0.1. */
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
 * @throws Error if something is listening on all ports of this process
 */
export async function freePort() {
  for (let tries = 0; tries < PORTS_PER_PROCESS; tries += 1) {
    const port = first + (taken % PORTS_PER_PROCESS);
    taken += 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`something is listening on all ports from ${first} to ${first + PORTS_PER_PROCESS - 1}`);
}
