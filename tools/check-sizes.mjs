// A front-end file of more than 250 lines contains a second idea, or says at its top why it does not.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const MAX_LINES = 250;
/** The reason must be in this many lines at the top. */
const HEAD_LINES = 5;
const REASON = /One file because ./;
/** The agreed limit (decision 0090). */
const MAX_CSS_LINES = 5000;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', 'apps', 'libs'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter(
    (file) => /^(apps\/(?!api\/)|libs\/(?!releases\/))/.test(file) && /\.(tsx?|css)$/.test(file) && !/\.test\.tsx?$/.test(file),
  )
  .filter((file) => existsSync(file));

const faults = [];
const exceptions = [];
let cssLines = 0;
for (const file of files) {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  if (file.endsWith('.css')) cssLines += lines.length;
  if (lines.length <= MAX_LINES) continue;
  if (lines.slice(0, HEAD_LINES).some((line) => REASON.test(line))) exceptions.push(`${file} (${lines.length})`);
  else faults.push(`${file} has ${lines.length} lines: split it, or say at its top "One file because …"`);
}
if (cssLines > MAX_CSS_LINES)
  faults.push(`the style sheets have ${cssLines} lines, and the limit is ${MAX_CSS_LINES}: move what repeats into libs/ui`);
if (files.length === 0) faults.push('no file was found: the check itself is broken');
for (const line of faults) console.error(line);
console.log(
  `${files.length} files, ${cssLines} lines of CSS; longer than ${MAX_LINES} lines for one idea: ${exceptions.join(', ') || 'none'}`,
);
process.exitCode = faults.length > 0 ? 1 : 0;
