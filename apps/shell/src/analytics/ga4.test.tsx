import { site } from '../site.ts';
import { renderSite } from '../testing/render-site.tsx';
import { analyticsOrigins, siteAnalytics, type Visitor } from './site-analytics.ts';

const configured = { kind: 'ga4', measurementId: 'G-ABC123DEF4' } as const;

/** Waits until the adapter has been imported and earlier messages have gone out. */
const loaded = async () => {
  await import('./ga4.ts');
  await new Promise((done) => setTimeout(done));
};

/** Visits some pages with Google Analytics set up, and returns the fields of every message. */
async function visit(visitor: Partial<Visitor> = {}) {
  const urls: URL[] = [];
  const analytics = siteAnalytics(configured, {
    sendBeacon: (url) => {
      urls.push(new URL(url));
      return true;
    },
    ...visitor,
  });
  const { openPage } = await renderSite('/', { analytics });
  const beforeReady = urls.length;
  analytics.ready();
  openPage('/contact');
  openPage('/contact?x=1');
  openPage('/privacy');
  await loaded();
  return { analytics, urls, beforeReady, fields: () => urls.map(({ searchParams }) => Object.fromEntries(searchParams)) };
}

test('exactly one page view for each page change; the first waits until the page has loaded', async () => {
  const { beforeReady, urls, fields } = await visit();
  expect(beforeReady).toBe(0);
  expect(new Set(urls.map(({ origin, pathname }) => origin + pathname))).toEqual(
    new Set(['https://www.google-analytics.com/g/collect']),
  );
  const views = fields().filter(({ en }) => en === 'page_view');
  expect(views.map(({ dl, dt }) => [dl, dt])).toEqual([
    ['http://localhost/', `Home – ${site.ownerName}`],
    ['http://localhost/contact', `Contact – ${site.ownerName}`],
    ['http://localhost/privacy', `Privacy – ${site.ownerName}`],
  ]);
  expect(new Set(views.map(({ tid }) => tid))).toEqual(new Set(['G-ABC123DEF4']));
});

test('an event carries its label and number, and the page it happened on', async () => {
  const { analytics, fields } = await visit();
  analytics.event('game', 'wave', 2);
  await loaded();
  expect(fields().at(-1)).toMatchObject({
    en: 'game',
    'ep.label': 'wave',
    'epn.value': '2',
    dl: 'http://localhost/privacy',
  });
});

test('one visit has one number, the next another, and nothing is stored', async () => {
  const ids = async () => new Set((await visit()).fields().map(({ cid }) => cid));
  const [first, second] = [await ids(), await ids()];
  expect([first.size, second.size]).toEqual([1, 1]);
  expect([...first]).not.toEqual([...second]);
  expect(document.cookie).toBe('');
  expect(localStorage).toHaveLength(0);
});

test.each([
  ['Do Not Track', { doNotTrack: '1' }],
  ['Global Privacy Control', { globalPrivacyControl: true }],
])('nothing is sent under %s', async (_name, visitor) => {
  expect((await visit(visitor)).urls).toEqual([]);
});

test('the policy allows Google only if the site names it', () => {
  expect(analyticsOrigins(null)).toEqual([]);
  expect(analyticsOrigins({ kind: 'beacon', endpoint: '/api/telemetry' })).toEqual([]);
  expect(analyticsOrigins(configured)).toEqual(['https://www.google-analytics.com']);
});
