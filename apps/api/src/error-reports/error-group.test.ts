import { groupOf, type Frame } from './error-group.ts';

const error = { app: 'eggs', name: 'TypeError', message: 'price is undefined' };
const frame = (file: string, line: number, isResolved = true): Frame => ({ file, line, isResolved });
const REACT = frame('node_modules/react-dom/cjs/react-dom-client.production.js', 9);
const PAGE = frame('src/eggs.page.tsx', 12);

test('errors of one class on the same line of the site’s own code are one group, whatever their message and release', () => {
  const one = groupOf(error, [REACT, PAGE, frame('src/other.ts', 1)]);
  const other = groupOf({ ...error, message: 'another' }, [frame('assets/eggs-1a2b.js', 1, false), PAGE]);
  expect(one.place).toBe('src/eggs.page.tsx:12');
  expect(other.id).toBe(one.id);
});

test.each([
  ['another class', { ...error, name: 'RangeError' }, [PAGE]],
  ['another app', { ...error, app: 'hens' }, [PAGE]],
  ['another line', error, [frame('src/eggs.page.tsx', 13)]],
])('%s is another group', (_, changed, frames) => {
  expect(groupOf(changed, frames).id).not.toBe(groupOf(error, [PAGE]).id);
});

test('without a frame in the site’s own code, the message decides, except for what differs between releases', () => {
  const failed = (release: string) => ({
    ...error,
    message: `Failed to fetch dynamically imported module: https://site.example/r/eggs/${release}/assets/a.js`,
  });
  expect(groupOf(failed('1.0.0-aaaaaaaaaaaa'), [REACT]).id).toBe(groupOf(failed('1.0.0-bbbbbbbbbbbb'), []).id);
  expect(groupOf(error, []).id).not.toBe(groupOf(failed('1.0.0-aaaaaaaaaaaa'), []).id);
  expect(groupOf({ ...error, message: 'a\u0000b\nc' }, []).message).toBe('a b c');
});

test('queries and fragments of addresses in a message are not kept', () => {
  const message = 'GET https://site.example/a?mail=anna@example.org#b failed, and http://b.example/ too';
  expect(groupOf({ ...error, message }, []).message).toBe('GET https://site.example/a failed, and http://b.example/ too');
});
