import { foldersOf, scriptRestrictionFor, withScriptRestriction } from './script-restriction.ts';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36', 'policy'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0',
    'policy',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 'policy'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'folders',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/156.0 Mobile/15E148 Safari/604.1',
    'folders',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/153.0 Mobile/15E148 Safari/605.1.15',
    'folders',
  ],
  [undefined, 'folders'],
])('uses the restriction that %s supports: %s', (userAgent, restriction) => {
  expect(scriptRestrictionFor(userAgent)).toBe(restriction);
});

test('lists each folder of scripts once, and none inside another', () => {
  const urls = [
    '/r/a/1/remoteEntry.js',
    '/r/a/1/assets/x.js',
    '/r/a/1~1/remoteEntry.js',
    '/r/b/2/assets/y.js',
    '/r/b/2/assets/z.js',
  ];
  expect(foldersOf(urls)).toEqual(['/r/a/1/', '/r/a/1~1/', '/r/b/2/assets/']);
});

test('adds the policy, or a second content security policy that only allows the inline scripts and the folders', () => {
  const headers = { 'Content-Security-Policy': "script-src 'self'", 'Referrer-Policy': 'no-referrer' };
  expect(withScriptRestriction(headers, "'sha256-map'", ['/r/a/1/remoteEntry.js'])).toEqual({
    policy: { ...headers, 'Integrity-Policy': 'blocked-destinations=(script)' },
    folders: {
      ...headers,
      'Content-Security-Policy':
        "script-src 'self', script-src 'sha256-map' http://*:*/r/a/1/; worker-src blob: http://*:*/service-worker.js",
    },
  });
});
