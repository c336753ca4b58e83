// Every class that a component takes from a CSS module by name must have a rule there: TypeScript takes any name, and the browser is
// handed the word "undefined".
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';

const IMPORT = /^import (\w+) from '(\.[^']+\.module\.css)';$/gm;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', 'apps/*.tsx', 'libs/*.tsx'], {
  encoding: 'utf8',
});
const classesOf = (path) => {
  const rules = readFileSync(path, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
  // Of a declaration's values none begins with a point and a letter.
  return new Set([...rules.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name));
};

const missing = [];
let uses = 0;
for (const file of files.trim().split('\n')) {
  const source = readFileSync(file, 'utf8');
  for (const [, name, path] of source.matchAll(IMPORT)) {
    const sheet = join(dirname(file), path);
    const classes = classesOf(sheet);
    for (const [, word, quoted] of source
      .replaceAll(IMPORT, '')
      .matchAll(new RegExp(`\\b${name}(?:\\.(\\w+)|\\['([^']+)'\\])`, 'g'))) {
      uses += 1;
      if (!classes.has(word ?? quoted)) missing.push(`${file} asks for ${name}.${word ?? quoted}, and ${sheet} has no such rule`);
    }
  }
}
if (uses === 0) missing.push('no class of a CSS module was found: the check itself is broken');
for (const line of missing) console.error(line);
console.log(`${uses} uses of classes, ${missing.length} without a rule`);
process.exitCode = missing.length > 0 ? 1 : 0;
