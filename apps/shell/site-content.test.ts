/**
 * @jest-environment node
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSiteContent } from './site-content.ts';

const valid = { ownerName: 'Ada', subtitle: '', analytics: null };
const parse = (value: unknown) => parseSiteContent(JSON.stringify(value), 'content/site.json');

test("the site's own content is valid", () => {
  const file = join(__dirname, 'content/site.json');
  expect(parseSiteContent(readFileSync(file, 'utf8'), file).ownerName).toBe('Your Name');
});

test('an error names the file and the field', () => {
  expect(() => parse({ ...valid, ownerName: '' })).toThrow('content/site.json: ownerName: must not be empty');
  expect(() => parse({ ...valid, analytics: { kind: 'beacon', endpoint: 'https://elsewhere.example' } })).toThrow(
    'content/site.json: analytics.endpoint: must be a path on this site',
  );
});

test('unknown fields and text that is not JSON are refused', () => {
  expect(() => parse({ ...valid, ownername: 'x' })).toThrow('content/site.json: ownername');
  expect(() => parseSiteContent('{', 'content/site.json')).toThrow('content/site.json is not JSON');
});
