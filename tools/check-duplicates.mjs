// Finds runs of lines that occur in two places in the apps and libs. Lines without a word (brackets), comments and imports do
// not count.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const MIN_LINES = 6;

/** Files that may repeat others, with the reason. */
const ALLOWED = [
  // A migration that has run is never changed, so two of them cannot share code.
  /^apps\/api\/src\/database\/migrations\//,
  // Columns of two tables that are read and written separately.
  /^apps\/api\/src\/usda\/price-(series|snapshot)\.entity\.ts$/,
];

const files = execFileSync(
  'git',
  [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '--',
    ...['ts', 'tsx', 'css'].flatMap((end) => [`apps/*.${end}`, `libs/*.${end}`]),
  ],
  { encoding: 'utf8' },
)
  .trim()
  .split('\n')
  .filter((file) => existsSync(file) && !/\.test\.tsx?$|\/(testing|test-support|fixtures|faults|scale)\//.test(file))
  .filter((file) => !ALLOWED.some((pattern) => pattern.test(file)));

/** The lines of a file that count, with their numbers. */
function linesOf(file) {
  const lines = [];
  let isImport = false;
  let isComment = false;
  for (const [index, raw] of readFileSync(file, 'utf8').split('\n').entries()) {
    const line = raw.trim();
    const skipped = isComment || isImport || /^(\/\/|\/\*|import\b|export \{.*from)/.test(line);
    if (/^\/\*/.test(line)) isComment = true;
    if (/\*\/$/.test(line)) isComment = false;
    if (/^import\b/.test(line) && !line.endsWith(';')) isImport = true;
    if (isImport && line.endsWith(';')) isImport = false;
    if (!skipped && /\w/.test(line)) lines.push({ line, number: index + 1 });
  }
  return lines;
}

const seen = new Map();
const found = [];
for (const file of files) {
  const lines = linesOf(file);
  let last = -Infinity;
  for (let at = 0; at + MIN_LINES <= lines.length; at += 1) {
    const run = lines.slice(at, at + MIN_LINES);
    const key = run.map(({ line }) => line).join('\n');
    const place = { file, from: run[0].number, at };
    const first = seen.get(key);
    if (first === undefined) seen.set(key, place);
    // Windows of one run overlap: it is reported once. A run may overlap with itself, as a list of identical lines does.
    else if (at > last && !(first.file === file && at - first.at < MIN_LINES)) {
      found.push(`${file}:${place.from} repeats ${first.file}:${first.from}`);
      last = at + MIN_LINES;
    }
  }
}
if (seen.size === 0) found.push('no line was read: the check itself is broken');
for (const line of found) console.error(line);
console.log(`${files.length} files, ${found.length} repeated runs of ${MIN_LINES} lines`);
process.exitCode = found.length > 0 ? 1 : 0;
