// A closed-loop client on bare sockets, which costs less than what it measures. Each connection sends the next request after a response.
import { get } from 'node:http';
import { connect } from 'node:net';

const END_OF_HEAD = '\r\n\r\n';
/** A body could contain these bytes only by chance, which would matter only at the very end of a packet. */
const LAST_CHUNK = '\r\n0\r\n\r\n';

const linesOf = (headers) => Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);

/**
 * Returns a function that takes packets, and returns true for one that ends a response. It throws for a status other than 200.
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
      if (!head.startsWith('HTTP/1.1 200')) throw new Error(`the response has status ${head.slice(9, 12)}`);
      const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, end))?.[1];
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
    const send = () => {
      sentAt = performance.now();
      socket.write(makeRequest());
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
      socket.destroy();
      done();
    });
    socket.once('error', fail);
    socket.once('close', () => fail(new Error('the server closed the connection')));
  });
}

/**
 * Sends requests over this many connections for a given time. @returns responses per second, and the milliseconds of each
 * @param path the same for each request, or a function that returns the path of the next one; likewise `headers`
 * @throws Error unless every status is 200
 */
export async function load(origin, path, { connections = 1, seconds, headers = {} }) {
  const url = new URL(origin);
  const next = (value) => (typeof value === 'function' ? value() : value);
  const write = () => [`GET ${next(path)} HTTP/1.1\r\nHost: ${url.host}\r\n`, ...linesOf(next(headers)), '\r\n'].join('');
  const isSame = typeof path !== 'function' && typeof headers !== 'function';
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
