import type { Server } from 'node:http';
import { createServer } from 'node:net';

/** Less than the ten seconds that a process manager waits before it kills the process. */
const DRAIN_MS = 8_000;
const SWEEP_MS = 50;
/**
 * Connections that may wait to be accepted, as far as the system allows. With Node's 511, a thousand visitors at once overflow the queue of a
 * busy process: Linux makes the others try again for up to a minute, and then resets them.
 */
const BACKLOG = 4_096;

/** Values of `HOST` with which `localhost` reaches the server, unlike another loopback address. */
const LOCAL_HOSTS = new Set(['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost']);

function explainListenError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is taken; stop the other program or set PORT`,
    EACCES: `Port ${port} may not be used by this user; set PORT to 1024 or more`,
    EADDRNOTAVAIL: `This machine has no address ${host}; set HOST to one it has`,
    ENOTFOUND: `The host name ${host} cannot be resolved; set HOST to an address of this machine`,
  };
  return new Error(sentences[error.code ?? ''] ?? `The server cannot listen on ${host}, port ${port}: ${error.message}`, {
    cause: error,
  });
}

/**
 * The descriptor of the listening socket that systemd passes to this process (sd_listen_fds), if any. systemd keeps the socket open when
 * the process ends, so that visitors who come during a restart wait for the next process instead of being rejected.
 */
export const passedSocket = (env: Readonly<Record<string, string | undefined>>): number | undefined =>
  env['LISTEN_PID'] === String(process.pid) && env['LISTEN_FDS'] === '1' ? 3 : undefined;

/**
 * @param fd a socket that is already listening, instead of port and host
 * @returns the server's address
 * @throws Error saying in one sentence why it cannot listen
 */
export function listen(server: Server, port: number, host: string, fd?: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException): void => reject(explainListenError(error, port, host));
    server.once('error', refuse);
    server.listen({ ...(fd === undefined ? { port, host } : { fd }), backlog: BACKLOG }, () => {
      server.off('error', refuse);
      const address = server.address();
      const actualPort = typeof address === 'object' && address !== null ? address.port : port;
      const name = LOCAL_HOSTS.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
      resolve(`http://${name}:${actualPort}`);
    });
  });
}

/**
 * Makes a server that listens on 127.0.0.1 respond on ::1 too: browsers try both for `localhost`. Returns a function that stops this; on a
 * machine without IPv6 it does nothing.
 * @param isChosen true if the owner chose the port. One that the system chose is only known to be free on 127.0.0.1: on ::1 it may be
 * in use, for instance by an outgoing connection, and the site then does without
 * @throws Error if the owner's port is in use there
 */
export function listenOnIPv6Loopback(server: Server, port: number, isChosen: boolean): Promise<() => void> {
  // One HTTP server, so that its timeouts and its shutdown apply to both.
  const twin = createServer({ allowHalfOpen: true }, (socket) => server.emit('connection', socket));
  return new Promise((resolve, reject) => {
    twin.once('error', (error: NodeJS.ErrnoException) => {
      if (isChosen && error.code === 'EADDRINUSE') reject(explainListenError(error, port, '::1'));
      else resolve(() => undefined);
    });
    twin.listen({ port, host: '::1', backlog: BACKLOG }, () => resolve(() => twin.close()));
  });
}

/**
 * Stops accepting connections and waits for responses in flight. A kept-alive connection is closed as soon as it is idle.
 * @param drainMs after this time connections are closed in the middle of a response
 */
export async function closeServer(server: Server, drainMs = DRAIN_MS): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const force = setTimeout(() => server.closeAllConnections(), drainMs);
  try {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
  } finally {
    clearInterval(sweep);
    clearTimeout(force);
  }
}
