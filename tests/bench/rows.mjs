// What a bench hands on: rows of { what, ours, unit, peer, peers, ratio, goal, ok } in tmp/bench/<name>.json. `peer` is the
// name of what it is measured beside and `peers` its figure; both are null, and `ratio` with them, where there is none.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const FOLDER = resolve(import.meta.dirname, '../../tmp/bench');

export const fileOf = (name) => join(FOLDER, `${name}.json`);

/** One row; `goal` is in words, `ok` whether it is met. */
export function row({ what, ours, unit, peer = null, peers = null, goal, ok }) {
  return { what, ours, unit, peer, peers, ratio: peers === null ? null : ours / peers, goal, ok };
}

/** Writes a bench's rows, says how each goal went, and has the process end with an error where one is missed. */
export function report(name, rows) {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(fileOf(name), `${JSON.stringify(rows, undefined, 2)}\n`);
  console.log('');
  for (const { what, ours, unit, peer, peers, ratio, goal, ok } of rows)
    console.log(`${ok ? 'PASS' : 'FAIL'}  ${what}: ${short(ours)} ${unit}${beside(peer, peers, ratio)} (${goal})`);
  if (rows.some(({ ok }) => !ok)) process.exitCode = 1;
}

const beside = (peer, peers, ratio) => (peers === null ? '' : `, ${peer} ${short(peers)}, ${short(ratio)} times`);

export const readRows = (name) => JSON.parse(readFileSync(fileOf(name), 'utf8'));

/** Three figures that count. */
export const short = (number) => (Number.isInteger(number) ? String(number) : String(Number(number.toPrecision(3))));

export const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
