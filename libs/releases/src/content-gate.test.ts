import { refusalsOfContent } from './content-gate.ts';
import { aRemoteBuild } from './testing/builds.ts';

/** Reasons against a remote with one more file. */
function reasonsFor(path: string, text: string): string[] {
  const build = aRemoteBuild();
  return refusalsOfContent({ ...build, files: [...build.files, { path, content: Buffer.from(text) }] });
}

const nested = (depth: number, selector: string) => `${`${selector}{`.repeat(depth)}color:red${'}'.repeat(depth)}`;

test('ten selectors nested ten deep are checked without expanding each of their combinations', () => {
  const ten = Array.from({ length: 10 }, (_, index) => `._a${index}_1a2b3_1`).join(',');
  expect(reasonsFor('a.css', nested(10, ten))).toEqual([]);
  expect(reasonsFor('a.css', nested(10, `${ten},body`))).toEqual([expect.stringContaining('styles "body"')]);
});

test.each([
  ['a.css', nested(21, '._a_1a2b3_1'), 'nests rules more than 20 deep'],
  ['a.css', nested(30_000, '@media print'), 'nests rules more than 20 deep'],
  ['a.css', `._a_1a2b3_1${':is(p'.repeat(11)}${')'.repeat(11)}{}`, 'selectors are nested more than 10 deep'],
  ['a.css', `${'._a_1a2b3_1 '.repeat(1_000)}p{}`, 'has a selector of 12001 characters; at most 10000'],
  ['a.css', `@scope (._a_1a2b3_1${') to ('.repeat(50_000)}{}`, 'has a @scope of more than 1000 characters'],
  ['a.css', `._a_1a2b3_1{color:red}${' '.repeat(500_000)}`, 'has 500022 characters; a style sheet may have 500000'],
  ['a.js', ';'.repeat(2_000_001), 'has 2000001 characters; a script may have 2000000'],
  ['a.js', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'a.js cannot be read as a module'],
  ['a.js', `a${'.b'.repeat(100_000)}`, 'a.js is nested too deeply to be checked'],
])('%s that would take too long to check is refused: %#', (path, text, reason) => {
  expect(reasonsFor(path, text)).toEqual([expect.stringContaining(reason)]);
});
