// A closed-loop client on bare sockets, which costs less than what it measures. Each connection sends a request after each response.
import { get } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const END_OF_HEAD = '\r\n\r\n';
/** A body could contain these bytes only by chance, which would matter only at the very end of a packet. */
const LAST_CHUNK = '\r\n0\r\n\r\n';

const linesOf = (headers) => Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);

/**
 * Returns a function that takes packets, and returns true for one that ends a response. It throws for a status other than 200 and 204.
 */
function responseReader() {
  let head = '';
  let tail = '';
  /** Remaining bytes of the body; null: chunked; undefined: the header is not complete yet. */
  let left;
  return (packet) => {
    tail = (tail + packet.subarray(-LAST_CHUNK.length).toString('latin1')).slice(-LAST_CHUNK.length);
    if (left === undefined) {
      head += packet.toString('latin1');
      const end = head.indexOf(END_OF_HEAD);
      if (end < 0) return false;
      const status = head.slice(9, 12);
      if (!['200', '204'].includes(status)) throw new Error(`the response has status ${status}`);
      // A response with the status 204 has no body.
      const length = status === '204' ? 0 : /\r\ncontent-length: (\d+)/i.exec(head.slice(0, end))?.[1];
      left = length === undefined ? null : Number(length) - (head.length - end - END_OF_HEAD.length);
    } else if (left !== null) left -= packet.length;
    if (left === null ? tail !== LAST_CHUNK : left > 0) return false;
    head = '';
    tail = '';
    left = undefined;
    return true;
  };
}

function loop({ hostname, port }, makeRequest, until, times) {
  return new Promise((done, fail) => {
    const socket = connect(Number(port), hostname);
    const isEnd = responseReader();
    let sentAt = 0;
    const end = () => {
      socket.destroy();
      done();
    };
    const send = () => {
      const request = makeRequest();
      if (request === undefined) return end();
      sentAt = performance.now();
      socket.write(request);
    };
    socket.setNoDelay(true);
    socket.once('connect', send);
    socket.on('data', (packet) => {
      try {
        if (!isEnd(packet)) return;
      } catch (error) {
        socket.destroy();
        return fail(error);
      }
      const now = performance.now();
      times.push(now - sentAt);
      if (now < until) return send();
      end();
    });
    socket.once('error', fail);
    socket.once('close', () => fail(new Error('the server closed the connection')));
  });
}

/**
 * Sends requests over this many connections for a given time. @returns responses per second, and the milliseconds of each
 * @param path the same for each request, or a function that returns the path of the next one; likewise `headers` and `body`
 * @param body JSON to post; a function that returns undefined ends the load early
 * @throws Error unless every status is 200 or 204
 */
export async function load(origin, path, { connections = 1, seconds, headers = {}, body }) {
  const url = new URL(origin);
  const next = (value) => (typeof value === 'function' ? value() : value);
  const requestOf = (method, content, more) =>
    [
      `${method} ${next(path)} HTTP/1.1\r\nHost: ${url.host}\r\n`,
      ...linesOf({ ...next(headers), ...more }),
      '\r\n',
      content,
    ].join('');
  const write = () => {
    if (body === undefined) return requestOf('GET', '');
    const json = next(body);
    if (json === undefined) return undefined;
    return requestOf('POST', json, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) });
  };
  const isSame = [path, headers, body].every((value) => typeof value !== 'function');
  const same = isSame ? write() : null;
  const request = () => same ?? write();
  const times = [];
  const start = performance.now();
  const until = start + 1000 * seconds;
  await Promise.all(Array.from({ length: connections }, () => loop(url, request, until, times)));
  return { perSecond: (1000 * times.length) / (performance.now() - start), times };
}

/** One response as sent, not decompressed. */
export function getResponse(origin, path, headers = {}) {
  return new Promise((done, fail) => {
    get(origin + path, { headers, agent: false }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.once('end', () => done({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }));
      response.once('error', fail);
    }).once('error', fail);
  });
}

/**
 * Sends requests at equal intervals, each at its own time and over its own connection, independent of the previous one, as if each
 * came from a different visitor. @returns the milliseconds of each
 * @param path the same for each request, or a function that returns the path of the next one
 * @param isOver called before each request
 * @throws Error unless every status is 200
 */
export async function pacedTimes(origin, path, everyMs, isOver) {
  const times = [];
  const failures = [];
  const send = async (next) => {
    const start = performance.now();
    const { status } = await getResponse(origin, next);
    if (status !== 200) throw new Error(`${next} returned ${status}`);
    times.push(performance.now() - start);
  };
  const sent = [];
  let start = performance.now();
  while (!isOver() && failures.length === 0) {
    sent.push(send(typeof path === 'function' ? path() : path).catch((error) => failures.push(error)));
    start += everyMs;
    await delay(Math.max(0, start - performance.now()));
  }
  await Promise.all(sent);
  if (failures.length > 0) throw failures[0];
  return times;
}
