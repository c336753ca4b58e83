// A slow connection between a browser and a local server. Bytes arrive packet by packet, as on a real one: a page is painted
// while the rest of its document is still on its way. Chromium's own emulation delivers each read as a whole, which on loopback
// is most of a document.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Payload of a TCP packet on Ethernet. */
const PACKET_BYTES = 1_460;
/** Packets that one connection may queue; beyond that the server has to wait. */
const MAX_WAITING = 64;

/**
 * @param target address of a server, `http://127.0.0.1:3000`
 * @param roundTripMs of a packet and its response; opening a connection takes one more
 * @param bytesPerSecond toward the browser, shared by all its connections; requests are small and only delayed
 */
export async function slowConnection(target, { roundTripMs, bytesPerSecond }) {
  const { hostname, port } = new URL(target);
  const oneWayMs = roundTripMs / 2;
  /** Connections with packets to send; they take turns. */
  const waiting = [];
  let isSending = false;

  async function send() {
    if (isSending) return;
    isSending = true;
    let freeAt = performance.now();
    for (let connection = waiting.shift(); connection; connection = waiting.shift()) {
      const packet = connection.packets.shift();
      if (connection.packets.length > 0) waiting.push(connection);
      if (connection.packets.length < MAX_WAITING) connection.server.resume();
      freeAt = Math.max(freeAt, performance.now()) + (packet.length / bytesPerSecond) * 1_000;
      // Timers count whole milliseconds: a packet that is early by less does not wait.
      if (freeAt - performance.now() >= 1) await delay(freeAt - performance.now());
      setTimeout(() => connection.browser.write(packet), oneWayMs);
    }
    isSending = false;
  }

  const open = new Set();
  const listener = createServer({ allowHalfOpen: true }, async (browser) => {
    open.add(browser);
    browser.setNoDelay(true).on('error', () => undefined);
    // What a browser sends before its connection is open waits in the socket.
    await delay(roundTripMs);
    // A connection to the server that nobody closes would keep the bench running.
    if (browser.destroyed) return;
    const server = connect(Number(port), hostname).setNoDelay(true);
    open.add(server);
    const connection = { browser, server, packets: [] };
    server.on('error', () => browser.destroy());
    browser.on('data', (bytes) => setTimeout(() => server.write(bytes), oneWayMs));
    browser.on('close', () => server.destroy());
    server.on('data', (bytes) => {
      if (connection.packets.length === 0) waiting.push(connection);
      for (let at = 0; at < bytes.length; at += PACKET_BYTES) connection.packets.push(bytes.subarray(at, at + PACKET_BYTES));
      if (connection.packets.length >= MAX_WAITING) server.pause();
      void send();
    });
    server.on('close', () => browser.destroy());
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    url: `http://127.0.0.1:${listener.address().port}`,
    close() {
      listener.close();
      for (const socket of open) socket.destroy();
    },
  };
}
