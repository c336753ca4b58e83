import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Pipelined requests that may wait behind the one that is being handled; a client that sends more is disconnected. */
export const MAX_PIPELINED = 16;

/**
 * Handles the requests of a connection one at a time. Node passes each one on as soon as it arrives, even before the client has
 * received the earlier responses: one connection could start any number, and if the client disconnected, those waiting would
 * never be notified, because only the first response is attached to the connection.
 */
export function inTurn(handle: RequestListener): RequestListener {
  const ahead = new WeakMap<Socket, number>();
  return (request, response) => {
    if (response.socket) {
      handle(request, response);
      return;
    }
    const { socket } = request;
    const waiting = ahead.get(socket) ?? 0;
    if (waiting === MAX_PIPELINED) {
      socket.destroy();
      return;
    }
    ahead.set(socket, waiting + 1);
    response.once('socket', () => {
      ahead.set(socket, (ahead.get(socket) ?? 1) - 1);
      // Node is still attaching the response.
      process.nextTick(() => {
        if (!socket.destroyed) handle(request, response);
      });
    });
  };
}
