// Every class that a component takes from a CSS module must have a rule there: TypeScript accepts any name, and the browser would get the
// class "undefined". Every rule must have a component that uses it, and every class named in a string must be in
// the kit's sheet.
import { existsSync, readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';

const IMPORT = /^import (\w+) from '(\.[^']+\.module\.css)';$/gm;
/** Its classes may be used by name on every page. Those are the only ones. */
const KIT = 'libs/ui/src/kit.css';
/** Names the same classes, because the gate rejects a remote whose own sheet has rules for them. */
const GATE = 'libs/releases/src/selector.ts';
/** `className="…"`, and the fixed words of a template in `className={…}` or after the look of a plate. */
const NAMED = /className="([^"]+)"|(?:className=\{|plate\('\w+', )`([^`]+)`/g;

/** Sheets that two features of the price pages still share: their filters, and the frame of their results. */
const SHARED_SHEETS = /^apps\/market-prices\/src\/(?:controls\/controls|prices\/prices)\.module\.css$/;

/** The folder of an app that holds one page, or what some pages share. */
const featureOf = (path) => /^(?:apps|libs)\/[^/]+\/src\/(?:[^/]+\/)?/.exec(path)?.[0];

const filesOf = (...patterns) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((path) => existsSync(path));
const classesOf = (path) => {
  const rules = readFileSync(path, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
  // No declaration's value starts with a dot and a letter.
  return new Set([...rules.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name));
};

const missing = [];
const global = classesOf(KIT);
const [listed = ''] = /const OF_THE_SHELL = [^;]*;/.exec(readFileSync(GATE, 'utf8')) ?? [];
const knownToGate = new Set([...listed.matchAll(/'([^']+)'/g)].map(([, name]) => name));
for (const name of global)
  if (!knownToGate.has(name)) missing.push(`OF_THE_SHELL in ${GATE} must list "${name}", a class of ${KIT}`);
for (const name of knownToGate)
  if (!global.has(name)) missing.push(`${KIT} has no class "${name}", which OF_THE_SHELL in ${GATE} lists`);
/** Classes that components use, by sheet; undefined where one computes the name. */
const used = new Map();
let uses = 0;
for (const file of filesOf('apps/*.ts', 'apps/*.tsx', 'libs/*.ts', 'libs/*.tsx')) {
  const source = readFileSync(file, 'utf8');
  const code = source.replaceAll(IMPORT, '');
  for (const [, name, path] of source.matchAll(IMPORT)) {
    const sheet = join(dirname(file), path);
    if (featureOf(sheet) !== featureOf(file) && !SHARED_SHEETS.test(sheet))
      missing.push(`${file} uses the style sheet of another feature, ${sheet}: use one of its components`);
    const classes = classesOf(sheet);
    if (!used.has(sheet)) used.set(sheet, new Set());
    if (new RegExp(`\\b${name}\\[(?!')`).test(code)) used.set(sheet, undefined);
    for (const [, word, quoted] of code.matchAll(new RegExp(`\\b${name}(?:\\.(\\w+)|\\['([^']+)'\\])`, 'g'))) {
      uses += 1;
      used.get(sheet)?.add(word ?? quoted);
      if (!classes.has(word ?? quoted)) missing.push(`${file} uses ${name}.${word ?? quoted}, and ${sheet} has no such rule`);
    }
  }
  for (const [, quoted, template] of code.matchAll(NAMED)) {
    for (const word of (quoted ?? template.replaceAll(/\$\{[^}]*\}/g, ' ')).split(/\s+/).filter(Boolean)) {
      if (!global.has(word)) missing.push(`${file} names the class "${word}", and ${KIT} has no such rule`);
    }
  }
}
for (const sheet of filesOf('apps/*.module.css', 'libs/*.module.css')) {
  const known = used.has(sheet) ? used.get(sheet) : new Set();
  if (!known) continue;
  for (const word of classesOf(sheet))
    if (!known.has(word)) missing.push(`${sheet} has rules for .${word}, and no component uses it`);
}
if (uses === 0) missing.push('no class of a CSS module was found: the check itself is broken');
for (const line of missing) console.error(line);
console.log(`${uses} uses of classes, ${missing.length} faults`);
process.exitCode = missing.length > 0 ? 1 : 0;
