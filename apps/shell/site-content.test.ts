/**
 * @jest-environment node
 */
import { parseContent } from './content-file.ts';
import { SiteContentSchema } from './site-content.ts';

const profiles = {
  linkedin: 'https://www.linkedin.com/in/ada',
  instagram: 'https://www.instagram.com/ada',
  x: 'https://x.com/ada',
};
const valid = { ownerName: 'Ada', subtitle: '', analytics: null, profiles };
const parse = (value: unknown) => parseContent(SiteContentSchema, JSON.stringify(value), 'content/site.json');

test('an error names the file and the field', () => {
  expect(() => parse({ ...valid, ownerName: '' })).toThrow('content/site.json: ownerName: must not be empty');
  expect(() => parse({ ...valid, analytics: { kind: 'beacon', endpoint: 'https://elsewhere.example' } })).toThrow(
    'content/site.json: analytics.endpoint: must be a path on this site',
  );
});

test('Google Analytics needs a measurement id, and no other service is supported', () => {
  const measurementId = 'G-ABC123DEF4';
  expect(parse({ ...valid, analytics: { kind: 'ga4', measurementId } }).analytics).toEqual({ kind: 'ga4', measurementId });
  expect(() => parse({ ...valid, analytics: { kind: 'ga4', measurementId: 'UA-1' } })).toThrow(
    'content/site.json: analytics.measurementId: must be a measurement id such as G-ABC123DEF4',
  );
  expect(() => parse({ ...valid, analytics: { kind: 'other' } })).toThrow('must be "beacon" or "ga4"');
});

test('unknown fields and text that is not JSON are refused', () => {
  expect(() => parse({ ...valid, color: 'x' })).toThrow('content/site.json: color: unknown key');
  expect(() => parseContent(SiteContentSchema, '{', 'content/site.json')).toThrow('content/site.json is not JSON');
});

test.each([
  'http://www.linkedin.com/in/ada',
  'https://linkedin.example/in/ada',
  'javascript:alert(1)',
  'www.linkedin.com/in/ada',
  'https://www.linkedin.com@evil.example/',
])('a LinkedIn profile cannot be %s', (linkedin) => {
  expect(() => parse({ ...valid, profiles: { ...profiles, linkedin } })).toThrow(
    'content/site.json: profiles.linkedin: must be an https URL on www.linkedin.com or linkedin.com',
  );
});
