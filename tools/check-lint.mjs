// Checks that lint finds a model that reads the clock, and says what to do instead. A pattern that matches no file, or a later
// override of the same rule, would turn the rule off unnoticed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const INSTEAD = /as an argument/;
const READS_CLOCK = ['Date.now()', "Date['now']()", 'globalThis.Date.now()', 'window.Date.now()', '(({ now }) => now())(Date)'];

/** Files to lint, by name. The rule applies only to models, and even a model may use a date that it is given. */
const forbidden = READS_CLOCK.map((code, index) => [`forbidden-${index}.model.ts`, code]);
const allowed = [
  ['allowed.model.ts', '((date: Date) => date.getTime())'],
  ['allowed.ts', 'Date.now()'],
];

function messagesFor(files) {
  const folder = mkdtempSync(join(tmpdir(), 'site-lint-'));
  try {
    for (const [name, code] of files) writeFileSync(join(folder, name), `export const time = ${code};\n`);
    const oxlint = ['node_modules/oxlint/bin/oxlint', '--config', '.oxlintrc.json', '--format', 'json', folder];
    const { stdout, stderr } = spawnSync(process.execPath, oxlint, { encoding: 'utf8' });
    if (!stdout.startsWith('{')) throw new Error(`oxlint did not run: ${stdout}${stderr}`);
    const { diagnostics } = JSON.parse(stdout);
    return (name) =>
      diagnostics.filter(({ filename }) => filename.endsWith(`/${name}`)).map(({ message, help }) => `${message} ${help ?? ''}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const messages = messagesFor([...forbidden, ...allowed]);
const faults = [
  ...forbidden
    .filter(([name]) => !messages(name).some((message) => INSTEAD.test(message)))
    .map(([, code]) => `.oxlintrc.json must reject this in a *.model.ts file, and say what to do instead: ${code}`),
  ...allowed
    .filter(([name]) => messages(name).length > 0)
    .map(([name, code]) => `.oxlintrc.json must allow this in ${name}: ${code}; it says: ${messages(name).join(' ')}`),
];
for (const line of faults) console.error(line);
console.log(`${forbidden.length + allowed.length} pieces of code, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
