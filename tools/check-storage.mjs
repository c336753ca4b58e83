// Everything that the site's code stores in a visitor's browser must be named on the privacy page, and everything named there must exist.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const PAGE = 'apps/shell/src/pages/privacy.page.tsx';
/** Cookies that only the owner's browser gets, from the login at /owner. */
const OF_THE_OWNER = ['owner', 'owner-device'];
/** They pass on the names that their callers give them. */
const WRAPPERS = ['libs/host/src/safe-storage.ts', 'apps/api/src/http/own-cookie.ts'];
/** Where the key of a value, the name of a cache, or the name of a cookie is given. */
const USES = /\.setItem\(([^,]+),|\bcaches\.open\(([^)]+)\)|\bownCookieName\(([^,]+),/g;

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '--', 'apps/*.ts', 'apps/*.tsx', 'libs/*.ts'],
  {
    encoding: 'utf8',
  },
)
  .trim()
  .split('\n')
  .filter((file) => existsSync(file) && !WRAPPERS.includes(file) && !/\.test\.tsx?$|\/(testing|test-support)\//.test(file));
const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));

/** The string given, or the strings in the constant, declared in this file or, if it is imported, in another. */
function valuesOf(given, source) {
  const [, quoted, name] = /^(?:'([^']*)'|(\w+))/.exec(given) ?? [];
  if (quoted) return [quoted];
  const declared = new RegExp(`const ${name} = ('[^']*'|\\{[^}]*\\})`);
  const [, value = ''] = declared.exec([source, ...sources.values()].find((text) => declared.test(text)) ?? '') ?? [];
  return [...value.matchAll(/'([^']*)'/g)].map(([, text]) => text);
}

const stored = new Map();
const faults = [];
for (const [file, source] of sources) {
  for (const use of source.matchAll(USES)) {
    const given = use[1] ?? use[2] ?? use[3];
    const values = valuesOf(given, source);
    if (values.length === 0)
      faults.push(`${file} stores something as ${given}: make this a string constant, so that it can be checked`);
    // Caches of one purpose have names that begin with the same word.
    for (const value of values) stored.set(use[2] === undefined ? value : value.split(/[ -]/)[0], file);
  }
}
const named = new Set([...sources.get(PAGE).matchAll(/<dt>\s*<code>([^<]+)<\/code>/g)].map(([, name]) => name));
for (const [name, file] of stored)
  if (!named.has(name) && !OF_THE_OWNER.includes(name)) faults.push(`${file} stores "${name}", and ${PAGE} does not say so`);
for (const name of [...named, ...OF_THE_OWNER])
  if (!stored.has(name)) faults.push(`nothing stores "${name}", which ${PAGE} or this check names`);
for (const line of faults) console.error(line);
console.log(`${stored.size} names in visitors' browsers, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
