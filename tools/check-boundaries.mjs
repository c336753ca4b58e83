// Checks who imports whom (.dependency-cruiser.mjs), and that every import between projects is an edge of the Nx graph; without
// the edge, `nx affected` is silently wrong. Reading the imports takes ten processor seconds, so both checks share one pass.
// Arguments: folders to start from if only part of the code has changed.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { NX_ENV } from './command.mjs';

const GRAPH = 'tmp/graph.json';
const folders = process.argv.length > 2 ? process.argv.slice(2) : ['apps', 'libs', 'tools', 'tests'];

async function run(...command) {
  const env = { ...process.env, ...NX_ENV };
  const { stdout } = await promisify(execFile)(process.execPath, command, { encoding: 'utf8', maxBuffer: 1 << 28, env });
  return stdout;
}

/** A rule that an import breaks, as a line with the rule's advice below it. */
function explain({ rule, from, to, cycle = [] }, { forbidden }) {
  const way = cycle.length > 0 ? cycle.map(({ name }) => name) : [to];
  return `${rule.name}: ${[from, ...way].join(' → ')}\n  ${forbidden.find(({ name }) => name === rule.name)?.comment}`;
}

function missingEdges(modules, { nodes, dependencies: edges }) {
  const roots = Object.values(nodes).map((node) => ({ name: node.name, root: node.data.root }));
  const projectOf = (path) => roots.find(({ root }) => root !== '.' && path.startsWith(`${root}/`))?.name;
  const missing = new Set();
  let imports = 0;
  for (const { source, dependencies } of modules) {
    const from = projectOf(source);
    for (const { resolved } of dependencies) {
      const to = projectOf(resolved);
      if (!from || !to || from === to) continue;
      imports += 1;
      if (!edges[from]?.some(({ target }) => target === to))
        missing.add(`${from} imports ${to} (${source}), and the graph has no such edge`);
    }
  }
  if (imports === 0) missing.add('no import between projects was found: the check itself is broken');
  return { imports, missing };
}

mkdirSync('tmp', { recursive: true });
const cruiser = ['node_modules/dependency-cruiser/bin/dependency-cruise.mjs', '--config', '.dependency-cruiser.mjs'];
const [cruise] = await Promise.all([
  run(...cruiser, '--output-type', 'json', ...folders),
  run('node_modules/nx/dist/bin/nx.js', 'graph', `--file=${GRAPH}`),
]);
const { modules, summary } = JSON.parse(cruise);
const { imports, missing } = missingEdges(modules, JSON.parse(readFileSync(GRAPH, 'utf8')).graph);
const problems = [...summary.violations.map((violation) => explain(violation, summary.ruleSetUsed)), ...missing];
for (const line of problems) console.error(line);
console.log(`${modules.length} files, ${imports} imports between projects, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
