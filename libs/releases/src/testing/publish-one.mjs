// Publishes one small remote with the built library, as the command does, and dies before file operation number KILL_AT.
// `node publish-one.mjs <store> <app> <hash>`; KEY is the signing key. Prints the number of steps if it survives.
import { join } from 'node:path';
import { countSteps, stepsSoFar } from './count-steps.mjs';

const [root, app, hash] = process.argv.slice(2);
await countSteps();

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
console.log(stepsSoFar());
