// Every link and picture in a Markdown file must lead to a file of this repository, and every `#part` to a heading.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.md'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => existsSync(file));

/** Code may look like a link. */
const withoutCode = (text) => text.replaceAll(/^```[^]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');

/** As GitHub names the headings of a file. */
const partsOf = (text) =>
  [...text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

const problems = [];
let count = 0;
for (const file of files) {
  for (const [, link, picture] of withoutCode(readFileSync(file, 'utf8')).matchAll(/\]\(([^)\s]+)\)|\b(?:src|href)="([^"]+)"/g)) {
    const target = link ?? picture;
    if (/^[a-z]+:/.test(target)) continue;
    count += 1;
    const [path, part] = target.split('#');
    const there = path === '' ? file : join(dirname(file), path);
    if (!existsSync(there)) problems.push(`${file} links to ${target}, which does not exist`);
    else if (part && !partsOf(readFileSync(there, 'utf8')).includes(part))
      problems.push(`${file} links to ${target}, but ${there} has no such heading`);
  }
}
if (count === 0) problems.push('no link was found: the check itself is broken');
for (const line of problems) console.error(line);
console.log(`${files.length} files, ${count} links, ${problems.length} of them dead`);
process.exitCode = problems.length > 0 ? 1 : 0;
