// Every import between projects must be an edge of the Nx graph; without the edge, `nx affected` is silently wrong.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';

const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' };
mkdirSync('tmp', { recursive: true });
execFileSync(process.execPath, ['node_modules/nx/dist/bin/nx.js', 'graph', '--file=tmp/graph.json'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env,
});
const { graph } = JSON.parse(readFileSync('tmp/graph.json', 'utf8'));
const roots = Object.values(graph.nodes).map((node) => ({ name: node.name, root: node.data.root }));
const projectOf = (path) => roots.find(({ root }) => root !== '.' && path.startsWith(`${root}/`))?.name;

const cruise = execFileSync(
  process.execPath,
  [
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'json',
    'apps',
    'libs',
  ],
  { encoding: 'utf8', maxBuffer: 1 << 28, env },
);
const missing = new Set();
let imports = 0;
for (const { source, dependencies } of JSON.parse(cruise).modules) {
  const from = projectOf(source);
  for (const { resolved } of dependencies) {
    const to = projectOf(resolved);
    if (!from || !to || from === to) continue;
    imports += 1;
    if (!graph.dependencies[from]?.some((edge) => edge.target === to))
      missing.add(`${from} imports ${to} (${source}), and the graph has no such edge`);
  }
}
if (imports === 0) missing.add('no import between projects was found: the check itself is broken');
for (const line of missing) console.error(line);
console.log(`${imports} imports between ${roots.length} projects, ${missing.size} without an edge`);
process.exitCode = missing.size > 0 ? 1 : 0;
