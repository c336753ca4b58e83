import type { BootRoute } from '@site/contracts';
import { SELF_DESTROYING_WORKER } from './offline-index.ts';
import { siteFile } from './site-files.ts';
import type { SiteSnapshot } from './site-snapshot.ts';

const route = (path: string, more: Partial<BootRoute> = {}) => ({ path, indexable: true, ...more });
const page = (path: string, indexable = true) => ({ path, title: '', description: '', indexable });
const snapshot = {
  serviceWorker: 'keep();',
  server: {
    shellPages: [page('/'), page('/projects/drafts', false)],
    textFiles: { '/resume.json': { type: 'application/json', text: '{"work":[]}' } },
  },
  boot: {
    remotes: [
      { routes: [route('/projects/eggs'), route('/projects/secret', { indexable: false })] },
      { routes: [route('/projects/a&b')] },
    ],
  },
} as unknown as SiteSnapshot; // Only the fields that these files are made from.
const file = (path: string, keepsOffline = true) =>
  siteFile(snapshot, { publicOrigin: 'https://example.org', keepsOffline }, path);

test('the sitemap lists indexable pages of the shell and all remotes', () => {
  const { type, text } = file('/sitemap.xml') ?? {};
  expect(type).toBe('application/xml');
  expect([...(text ?? '').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual([
    'https://example.org/',
    'https://example.org/projects/eggs',
    'https://example.org/projects/a&amp;b',
  ]);
});

test('crawlers may fetch pages, even those that they must not index, and find the sitemap', () => {
  expect(file('/robots.txt')).toEqual({
    type: 'text/plain',
    text: 'User-agent: *\nDisallow: /api/\nAllow: /api/price-picture.png\n\nSitemap: https://example.org/sitemap.xml\n',
  });
});

test("the shell's own files are served, and only those", () => {
  expect(file('/resume.json')).toEqual({ type: 'application/json', text: '{"work":[]}' });
  expect(file('/other.json')).toBeUndefined();
  expect(file('/constructor')).toBeUndefined();
});

test("the shell's service worker is sent with a policy that lets it make requests; without one, or if pages must not be kept, a worker that removes itself is sent", () => {
  const policy = "default-src 'none'; connect-src 'self'";
  expect(file('/service-worker.js')).toEqual({ type: 'text/javascript', text: 'keep();', policy });
  expect(file('/service-worker.js', false)).toEqual({ type: 'text/javascript', text: SELF_DESTROYING_WORKER, policy });
  expect(SELF_DESTROYING_WORKER).toContain('registration.unregister()');
});
