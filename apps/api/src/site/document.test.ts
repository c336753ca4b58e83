import { createHash } from 'node:crypto';
import { composeDocument, pageHeaders, scriptJson, type DocumentParts } from './document.ts';

const parts: DocumentParts = {
  title: 'Eggs & <more>',
  description: 'What "eggs" cost',
  canonical: 'https://example.org/projects/egg-prices',
  indexable: true,
  preview: {
    siteName: 'Ada & Co',
    image: { url: 'https://example.org/r/shell/x/social-image.png', width: 1200, height: 630, alt: 'Circles' },
  },
  structuredData: '{"@type":"WebSite"}',
  rootHtml: '<h1>EGG PRICES</h1>',
  importMap: '{"integrity":{}}',
  bootJson: '{}',
  css: 'body{margin:0}',
  fonts: [{ url: '/r/shell/x/a.woff2', integrity: 'sha384-f' }],
  installManifest: '/r/shell/x/site.webmanifest',
  themeColors: { light: '#fff', dark: '#000' },
  preambles: [],
  entry: { url: '/r/shell/x/main.js', integrity: 'sha384-a' },
  preloads: [{ url: '/r/eggs/x/remoteEntry.js', integrity: 'sha384-b' }],
  remotePreloads: [],
  styles: [],
};

test('text from content cannot break out of its element or attribute', () => {
  const html = composeDocument(parts);
  expect(html).toContain('<title>Eggs &amp; &lt;more></title>');
  expect(html).toContain('content="What &quot;eggs&quot; cost"');
});

test('the name of a file cannot break out of its attribute', () => {
  const file = { url: '/r/eggs/x/"><script id="boot">{}</script><!--', integrity: '"><b>' };
  const named = composeDocument({
    ...parts,
    entry: file,
    installManifest: file.url,
    ...Object.fromEntries(['fonts', 'preloads', 'remotePreloads', 'styles'].map((kind) => [kind, [file]])),
  });
  expect(named.match(/<script id="boot">|<!--|"><b>/g)).toBeNull();
  // Control: the name is there, escaped.
  expect(named.match(/\/r\/eggs\/x\/&quot;>&lt;script/g)).toHaveLength(6);
});

test('JSON in a script cannot end the script', () => {
  const text = scriptJson({ title: '</script><script>alert(1)</script>' });
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toEqual({ title: '</script><script>alert(1)</script>' });
});

test('a shared link has its title, description, address and picture', () => {
  const html = composeDocument(parts);
  const tags = [...html.matchAll(/<meta property="(og:[^"]+)" content="([^"]*)">/g)].map(([, name, value]) => [name, value]);
  expect(Object.fromEntries(tags)).toEqual({
    'og:type': 'website',
    'og:site_name': 'Ada &amp; Co',
    'og:title': 'Eggs &amp; &lt;more>',
    'og:description': 'What &quot;eggs&quot; cost',
    'og:url': 'https://example.org/projects/egg-prices',
    'og:image': 'https://example.org/r/shell/x/social-image.png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'Circles',
  });
});

test('only a page with a feed links it in its head', () => {
  expect(composeDocument(parts)).not.toContain('application/atom+xml');
  expect(composeDocument({ ...parts, feed: { title: 'A "feed"', address: '/feed?a=1&b=2' } })).toContain(
    '<link rel="alternate" type="application/atom+xml" title="A &quot;feed&quot;" href="/feed?a=1&amp;b=2">',
  );
});

test('structured data is a data block that the policy need not allow', () => {
  expect(composeDocument(parts)).toContain('<script type="application/ld+json">{"@type":"WebSite"}</script>');
  const policy = pageHeaders(parts.importMap, parts.css, false)['Content-Security-Policy'] ?? '';
  expect(policy.match(/'sha256-/g)).toHaveLength(3);
});

test('the layout is calculated as soon as the content is there', () => {
  expect(composeDocument(parts)).toContain('</div><script>document.body.offsetHeight</script>\n<script type="importmap">');
});

test('the import map comes before the first module and the first preload', () => {
  const html = composeDocument(parts);
  const at = (text: string) => html.indexOf(text);
  expect(at('type="importmap"')).toBeGreaterThan(0);
  expect(at('type="importmap"')).toBeLessThan(at('rel="modulepreload"'));
  expect(at('type="importmap"')).toBeLessThan(at('type="module"'));
});

test('a page that must not be indexed says so and has no canonical address', () => {
  const html = composeDocument({ ...parts, indexable: false });
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).not.toContain('rel="canonical"');
});

test('the policy allows inline text by its hash and nothing else inline', () => {
  const policy = pageHeaders(parts.importMap, parts.css, false)['Content-Security-Policy'];
  const hash = (text: string) => createHash('sha256').update(text).digest('base64');
  const [script = ''] = /(?<=<script>).*?(?=<\/script>)/.exec(composeDocument(parts)) ?? [];
  expect(script).not.toBe('');
  expect(policy).toContain(`script-src 'self' 'sha256-${hash(parts.importMap)}' 'sha256-${hash(script)}';`);
  expect(policy).toContain(`style-src 'self' 'sha256-${hash(parts.css)}'`);
  expect(policy).not.toContain('unsafe');
});

test('pages may only connect to this site, unless the content names another', () => {
  const connect = (...more: Parameters<typeof pageHeaders>) =>
    /connect-src [^;]+/.exec(pageHeaders(...more)['Content-Security-Policy'] ?? '')?.[0];
  expect(connect('', '', false)).toBe("connect-src 'self'");
  expect(connect('', '', false, ['https://stats.example'])).toBe("connect-src 'self' https://stats.example");
});

test('for a remote on the visitor’s own machine the policy allows that one port', () => {
  const origin = 'http://localhost:5173';
  const headers = pageHeaders('', '', true, [], [origin]);
  const policy = headers['Content-Security-Policy'] ?? '';
  for (const kind of ['script-src', 'style-src', 'img-src', 'media-src', 'font-src', 'connect-src'])
    expect(policy).toMatch(new RegExp(`${kind} [^;]*${origin}`));
  expect(policy).toContain('ws://localhost:5173');
  expect(policy).toContain("script-src 'self' 'sha256-");
  expect(policy).not.toContain('unsafe-eval');
  expect(policy).toContain("frame-ancestors 'none'");
});

test('the preamble of a remote on the visitor’s own machine runs before the shell', () => {
  const html = composeDocument({ ...parts, preambles: ['http://localhost:5173/@site/preamble.js'] });
  const preamble = html.indexOf('<script type="module" src="http://localhost:5173/@site/preamble.js" crossorigin>');
  expect(preamble).toBeGreaterThan(0);
  expect(preamble).toBeLessThan(html.indexOf(parts.entry.url, html.indexOf('<script type="module"')));
});

test('HSTS is only sent over https', () => {
  expect(pageHeaders('', '', false)).not.toHaveProperty('Strict-Transport-Security');
  expect(pageHeaders('', '', true)).toHaveProperty('Strict-Transport-Security');
});
