import { readReport } from './browser-report.ts';

const SITE = 'https://site.example';
const EGGS = `${SITE}/projects/eggs`;
const site = { origins: [SITE, 'http://localhost:3000'] };

const entry = (type: string, body: Record<string, unknown>, url = EGGS) => ({
  age: 0,
  type,
  url,
  user_agent: 'Firefox/153.0',
  body,
});
const violation = (more: Record<string, unknown> = {}, url = `${EGGS}?secret=1#there`) =>
  entry(
    'csp-violation',
    {
      ...{ blockedURL: 'https://other.example/a.png?secret=2', documentURL: url, effectiveDirective: 'img-src' },
      ...{ disposition: 'enforce', sample: 'secret', sourceFile: url },
      ...more,
    },
    url,
  );

test('a report keeps the page and what was blocked, but no query', () => {
  expect(readReport(violation(), site)).toEqual({
    kind: 'csp',
    what: 'img-src: https://other.example',
    path: '/projects/eggs',
    cause: undefined,
    userAgent: 'Firefox/153.0',
  });
});

test.each([
  ['an unknown type', entry('network-error', { type: 'dns.name_not_resolved' })],
  ['a type named like a property that every object has', entry('constructor', {})],
  ['a number', 5],
  ['a report without a body', { type: 'csp-violation', url: EGGS }],
  ['a document of another site', violation({}, 'https://other.example/projects/eggs')],
  ['a document without an address', violation({}, 'about:srcdoc')],
  ['an invalid directive', violation({ effectiveDirective: 'a visitor’s words' })],
  ['a report-only policy', violation({ disposition: 'report' })],
  ['a Chromium extension', violation({ sourceFile: 'chrome-extension://abcdef/content.js' })],
  ['a Firefox extension', violation({ sourceFile: 'moz-extension://abcdef/content.js' })],
  ['a hidden Safari extension', violation({ blockedURL: 'webkit-masked-url://hidden/' })],
  ['an extension named only by its scheme', violation({ blockedURL: 'safari-web-extension' })],
  ["a browser's own script", violation({ sourceFile: 'sandbox eval code' })],
  ['a font that an extension adds as data', violation({ effectiveDirective: 'font-src', blockedURL: 'data' })],
  ['an empty page that other software inserts', violation({ effectiveDirective: 'frame-src', blockedURL: 'about' })],
  ['a deprecation in an extension', entry('deprecation', { id: 'UnloadHandler', sourceFile: 'chrome-extension://abc/a.js' })],
  ['a deprecation with a sentence as its id', entry('deprecation', { id: 'my address is', sourceFile: null })],
])('%s is not counted', (_name, report) => {
  expect(readReport(report, site)).toBeUndefined();
});

test('data loaded by a release’s file counts as a violation by the site', () => {
  const sourceFile = `${SITE}/r/eggs/1.0.0-aaaaaaaaaaaa~1/remoteEntry.js`;
  expect(readReport(violation({ effectiveDirective: 'font-src', blockedURL: 'data', sourceFile }), site)).toMatchObject({
    what: 'font-src: data',
    cause: { app: 'eggs', release: '1.0.0-aaaaaaaaaaaa' },
  });
});

test('identifiers in an address are not kept; if an address is not on the web, only its scheme is kept', () => {
  const blocked = (blockedURL: string) => readReport(violation({ blockedURL }), site)?.what;
  expect(blocked(`${SITE}/api/kaleidoscope-submissions/0a1b/image?x=1`)).toBe('img-src: /api/kaleidoscope-submissions');
  expect(blocked(`${SITE}/${'x'.repeat(50)}/anna@example.org`)).toBe('img-src: /…/…');
  expect(blocked('https://anna:secret@other.example:8443/')).toBe('img-src: https://other.example:8443');
  expect(blocked('ipfs://anna/')).toBe('img-src: ipfs:');
  expect(blocked('not an address')).toBe('img-src: an unreadable address');
});
