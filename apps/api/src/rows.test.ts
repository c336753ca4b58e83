import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Rows of the tables of expected behavior (inputs and responses; faults and behavior) that concern the server, each identified by the
 * words that a test title must quote. A row whose test is renamed or removed is reported here.
 */
const ROWS = [
  'unknown /api path',
  'wrong method',
  'TRACE/CONNECT',
  'body not application/json',
  'Origin not in allow-list',
  'Sec-Fetch-Site: cross-site',
  'malformed JSON',
  'Content-Encoding %s',
  'charset not utf-8',
  'body over route limit, by Content-Length or while streaming',
  'Content-Length shorter/longer, client abort',
  'CL+TE',
  'obs-fold',
  'headers > 16 KB',
  'URL > 8 KB',
  'malformed percent',
  'slowloris (1 byte/s)',
  '__proto__, constructor, duplicate keys, 200k-deep arrays',
  '?limit[$gt]=1',
  'X-Forwarded-For forged',
  'overloaded',
  'bug',
  '/.git/config',
  'right',
  'wrong',
  'missing',
  'naughty strings x461',
  '6th failure in a minute',
  '21st in an hour',
  '> 600/h globally',
  'delay doubles 1 s..60 s',
  'a browser holding a once-valid device cookie has its own bucket',
  // The table says 2 and 8; on a machine with two cores a second worker thread slowed down every visitor.
  'KDF queue (1 running, 9 waiting) full',
  'no hash configured',
  'DRAFT_PASSWORD_HASH',
  'good JPEG/PNG',
  'same Idempotency-Key + same body',
  '(no key) same raw sha256+flowerCount from the same visitor within 10 min',
  'same key, other body',
  'same key in flight',
  'key not 8-128 visible ASCII',
  'imageData %s',
  '%s base64',
  'declared svg',
  'declared png, bytes jpeg (either way)',
  'truncated, bad CRC',
  '16.8 MP',
  'a side > 8192',
  'bomb',
  'decoded > 12 MiB',
  '1x1 image',
  'animated PNG',
  'EXIF/GPS/XMP/ICC/comment/trailing zip/HTML polyglot',
  'flowerCount %s',
  'extra fields',
  '> 10/min per visitor',
  'near-duplicate flood',
  'banned hash',
  'gallery quota',
  'free disk < 500 MB',
  'DB locked > 5 s',
  'refused',
  'DNS',
  'TLS bad',
  'headers never end',
  'body never ends',
  '401',
  'no key set',
  '429',
  'HTML with 200',
  'half JSON',
  'list for object',
  'gzip bomb',
  '301 to elsewhere',
  'empty list',
  '1,000 callers with a cold cache',
  '24 h dead',
  'kill -9',
  'disk full',
  'read-only disk',
  'EIO on fsync',
  'clock jump back',
  'S3 500/slow',
  'missing image',
  'SIGTERM under load',
  'DB corrupt at start',
  'unhandled rejection',
  'PG restart',
  'fd exhaustion',
];

async function quotedNames(): Promise<string[]> {
  const folders = ['src', 'scale', 'faults'].map((name) => join(import.meta.dirname, '..', name));
  const texts: string[] = [];
  for (const folder of folders) {
    for (const name of await readdir(folder, { recursive: true })) {
      if (name.endsWith('.test.ts') && name !== 'rows.test.ts') texts.push(await readFile(join(folder, name), 'utf8'));
    }
  }
  // The quotes in titles, and the case names that replace "%s"; not words that merely occur in code.
  return [...texts.join('\n').matchAll(/"([^"\n]{2,})"|^\s*\[?'([^'\n]{2,})',|'([^'\n]{2,})'\]\)\(/gm)].map(
    ([, quoted, name, last]) => quoted ?? name ?? last ?? '',
  );
}

test('every row of the tables has a test that quotes it', async () => {
  const names = await quotedNames();
  expect(ROWS.filter((row) => !names.some((name) => name === row))).toEqual([]);
});
