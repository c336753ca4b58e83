import { siteAnalytics, type Visitor } from './site-analytics.ts';

const configured = { kind: 'beacon', endpoint: '/api/telemetry' } as const;

async function sentBy(visitor: Partial<Visitor>, site: typeof configured | null = configured) {
  const bodies: [string, Blob][] = [];
  const analytics = siteAnalytics(site, {
    sendBeacon: (url, body) => {
      if (body) bodies.push([url, body]);
      return true;
    },
    ...visitor,
  });
  analytics.pageView('/', 'Home');
  analytics.event('game', 'start');
  const beforeReady = bodies.length;
  analytics.ready();
  analytics.event('game', 'wave', 2);
  const read = (blob: Blob) =>
    new Promise<unknown>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(JSON.parse(String(reader.result)));
      reader.readAsText(blob);
    });
  return { beforeReady, urls: bodies.map(([url]) => url), messages: await Promise.all(bodies.map(([, blob]) => read(blob))) };
}

test('messages wait until the page has loaded, then go out in order as JSON', async () => {
  const { beforeReady, urls, messages } = await sentBy({});
  expect(beforeReady).toBe(0);
  expect(new Set(urls)).toEqual(new Set(['/api/telemetry']));
  expect(messages).toEqual([
    { type: 'page_view', path: '/', title: 'Home' },
    { type: 'event', category: 'game', label: 'start' },
    { type: 'event', category: 'game', label: 'wave', value: 2 },
  ]);
});

test.each([
  ['Do Not Track', { doNotTrack: '1' }],
  ['Global Privacy Control', { globalPrivacyControl: true }],
])('nothing is sent under %s', async (_name, visitor) => {
  expect((await sentBy(visitor)).messages).toEqual([]);
});

test('nothing is sent when the site names no service', async () => {
  expect((await sentBy({}, null)).messages).toEqual([]);
});
