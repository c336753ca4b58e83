// A bench's results: rows of { what, ours, unit, peer, peerFigure, ratio, goal, ok } in tmp/bench/<name>.json. `peer` names
// what it is compared with and `peerFigure` is the peer's figure; without a peer, both and `ratio` are null.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const FOLDER = resolve(import.meta.dirname, '../../tmp/bench');

export const fileOf = (name) => join(FOLDER, `${name}.json`);

/** One row; `goal` is a string, `ok` is true if it is met. */
export function row({ what, ours, unit, peer = null, peerFigure = null, goal, ok }) {
  return { what, ours, unit, peer, peerFigure, ratio: peerFigure === null ? null : ours / peerFigure, goal, ok };
}

/** Writes a bench's rows, prints whether each goal is met, and makes the process fail if one is missed. */
export function report(name, rows) {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(fileOf(name), `${JSON.stringify(rows, undefined, 2)}\n`);
  console.log('');
  for (const { what, ours, unit, peer, peerFigure, ratio, goal, ok } of rows)
    console.log(`${ok ? 'PASS' : 'FAIL'}  ${what}: ${short(ours)} ${unit}${comparison(peer, peerFigure, ratio)} (${goal})`);
  if (rows.some(({ ok }) => !ok)) process.exitCode = 1;
}

const comparison = (peer, peerFigure, ratio) => (peerFigure === null ? '' : `, ${peer} ${short(peerFigure)}, ${short(ratio)}×`);

export const readRows = (name) => JSON.parse(readFileSync(fileOf(name), 'utf8'));

/** Three significant digits. */
export const short = (number) => (Number.isInteger(number) ? String(number) : String(Number(number.toPrecision(3))));

export const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** The smallest number that is at least as large as this share of all the numbers. */
export const percentile = (numbers, share) => numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * share) - 1];
