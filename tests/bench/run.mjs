// Runs all benches one after another, and prints one table of their results. `npm run bench`; `npm run bench -- balls` runs one.
// Builds first what has changed. Fails if a goal is missed.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll } from '../../tools/build.mjs';
import { fileOf, readRows, short } from './rows.mjs';

const pathOf = (name) => join(import.meta.dirname, `${name}.mjs`);
const BENCHES = [
  'shell',
  'rounds',
  'engines',
  'balls',
  'game',
  'tasks',
  'tables',
  'collage',
  'captures',
  'api',
  'history',
  'field-data',
  'gallery',
  'busy',
  'releases',
  'upgrade',
  'start',
];

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !BENCHES.includes(name));
if (unknown.length > 0) {
  console.error(`no bench named ${unknown.join(', ')}; the benches are ${BENCHES.join(', ')}`);
  process.exit(2);
}

if (!(await buildAll({ isQuiet: true }))) process.exit(1);

function rowsOf(name) {
  console.error(`${name} …`);
  rmSync(fileOf(name), { force: true });
  // A bench's own output goes to stderr: only the table is written to stdout.
  const { status } = spawnSync(process.execPath, [pathOf(name)], { stdio: ['ignore', 2, 2] });
  const broken = {
    what: name,
    ours: null,
    unit: '',
    peer: null,
    peerFigure: null,
    ratio: null,
    goal: 'writes results',
    ok: false,
  };
  if (!existsSync(fileOf(name))) return [broken];
  const rows = readRows(name);
  // A bench may fail after it has written its rows, for a reason that none of them shows.
  return status === 0 || rows.some(({ ok }) => !ok) ? rows : [...rows, { ...broken, goal: 'ends without an error' }];
}

const figure = (number) => (number === null || number === undefined ? '–' : short(number));
const table = [['what', 'ours', 'unit', 'peer', "peer's", 'ratio', 'goal', '']];
let missed = 0;
for (const name of requested.length > 0 ? requested : BENCHES) {
  for (const { what, ours, unit, peer, peerFigure, ratio, goal, ok } of rowsOf(name)) {
    table.push([what, figure(ours), unit, peer ?? '–', figure(peerFigure), figure(ratio), goal, ok ? 'PASS' : 'FAIL']);
    if (!ok) missed += 1;
  }
}
const isFigure = (column) => [1, 4, 5].includes(column);
const widths = table[0].map((_, column) => Math.max(...table.map((cells) => cells[column].length)));
for (const cells of table) {
  const padded = cells.map((cell, column) => (isFigure(column) ? cell.padStart(widths[column]) : cell.padEnd(widths[column])));
  console.log(padded.join('  ').trimEnd());
}
console.log(missed === 0 ? '\nevery goal is met' : `\n${missed} of ${table.length - 1} goals missed`);
process.exitCode = missed === 0 ? 0 : 1;
