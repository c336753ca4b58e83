// Publishes one small remote with the built library, as a command does, and dies before step KILL_AT of what it does to files.
// `node publish-one.mjs <store> <app> <hash>`; KEY holds the signing key. Prints the number of steps when it lives.
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

const [root, app, hash] = process.argv.slice(2);
const killAt = Number(process.env['KILL_AT'] ?? 0);
let steps = 0;

const step = () => {
  steps += 1;
  if (steps === killAt) process.kill(process.pid, 'SIGKILL');
};

/** Counts every call that changes a file or a folder, before it happens. */
for (const name of ['mkdir', 'open', 'rename', 'rm', 'link', 'writeFile']) {
  const original = fs[name];
  fs[name] = async (...args) => {
    step();
    return original(...args);
  };
}
syncBuiltinESMExports();

const probe = await fs.open(process.execPath, 'r');
const handle = Object.getPrototypeOf(probe);
await probe.close();
const { writeFile, sync } = handle;
handle.sync = function countedSync() {
  step();
  return sync.call(this);
};
handle.writeFile = async function countedWrite(content) {
  step();
  // A write is two steps: a power cut may come in its middle.
  const bytes = Buffer.from(content);
  await writeFile.call(this, bytes.subarray(0, bytes.length >> 1));
  step();
  await writeFile.call(this, bytes.subarray(bytes.length >> 1));
};
steps = 0;

const dist = join(import.meta.dirname, '../../dist');
const { publish } = await import(join(dist, 'publish.js'));
const { integrityOf } = await import(join(dist, 'integrity.js'));
const { parseSigningKey, parseVerifyingKey } = await import(join(dist, 'signing.js'));

const content = Buffer.from(`export const made = '${app} ${hash}';`);
const integrity = integrityOf(content);
const path = `/projects/${app}`;
const route = { path, title: 'T', heading: 'H', description: 'D', headerLinks: 'black', layout: 'framed', indexable: true };
const manifest = {
  schema: 1,
  kind: 'remote',
  app,
  release: `0.1.0-${hash.repeat(12)}`,
  files: { 'remoteEntry.js': { bytes: content.length, compressedBytes: content.length, integrity } },
  entry: 'remoteEntry.js',
  container: app.replaceAll('-', '_'),
  shared: { scripts: ['remoteEntry.js'], styles: [] },
  pages: { [path]: { scripts: [], styles: [] } },
  contract: {
    name: app,
    hostApi: '^1.0.0',
    singletons: {},
    routes: [{ ...route, moves: false, page: 'src/x.page.tsx' }],
    cards: [],
    endpoints: [],
    sizeBudget: { pageScriptKilobytes: 90 },
  },
};
const build = {
  manifest,
  files: [{ path: 'remoteEntry.js', content, integrity }],
  privateFiles: { 'private.json': '{"drafts":[]}' },
};
const key = process.env['KEY'] ?? '';
await publish(root, build, { signing: parseSigningKey(key), verifying: parseVerifyingKey(key) }, new Date());
console.log(steps);
