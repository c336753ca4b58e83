import { createRequire } from 'node:module';
import fc from 'fast-check';
import sharp from 'sharp';
import { aPicture, dataUrl, upload } from '../test-support/a-picture.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { TEST_PASSWORD_HASH } from '../test-support/a-password.ts';

const naughtyStrings: readonly string[] = createRequire(import.meta.url)('big-list-of-naughty-strings/blns.json');

/** Short here; HOSTILE_ROUNDS=10000 makes a campaign of it. */
const ROUNDS = Number(process.env['HOSTILE_ROUNDS'] ?? 120);
const LIMIT_MS = ROUNDS * 10_000;
const ROUTE = '/api/kaleidoscope-submissions';
/** Refusals by design; any other 5xx is a bug. */
const DESIGNED = new Set([503, 507]);

describe('hostile requests', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await anApi({
      DRAFT_PASSWORD_HASH: TEST_PASSWORD_HASH,
      GALLERY_UPLOADS_PER_MINUTE: '10000000',
      GALLERY_UPLOADS_PER_DAY: '10000000',
    });
  });
  afterAll(async () => {
    expect(api.log.filter((line) => line['event'] === 'bug')).toEqual([]);
    expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
    await api.close();
  });

  function expectDesigned(response: Response, what: unknown): void {
    if (response.status >= 500 && !DESIGNED.has(response.status)) {
      throw new Error(`${response.status} for ${JSON.stringify(what)?.slice(0, 300)}`);
    }
  }

  /** A header can only carry what HTTP allows; the rest never leaves the client. */
  const asHeader = (text: string): string | null => (/^[\t\x20-\x7e\x80-\xff]+$/.test(text) ? text : null);

  test('the naughty-strings list gives no 5xx in any place that takes a text', async () => {
    for (const text of naughtyStrings) {
      const part = encodeURIComponent(text.replace(/[\uD800-\uDFFF]/g, ''));
      const header = asHeader(text);
      const answers = await Promise.all([
        fetch(`${api.url}${ROUTE}/${part}/image`),
        fetch(`${api.url}${ROUTE}?cursor=${part}&exhibit=${part}`),
        fetch(`${api.url}/api/price-history?commodity=egg&item=${part}&region=${part}`),
        fetch(`${api.url}/${part}`),
        upload(api.url, { body: { imageData: text, flowerCount: text } }),
        upload(api.url, { body: { imageData: `data:image/png;base64,${text}`, flowerCount: 1 } }),
        ...(header === null
          ? []
          : [
              upload(api.url, { body: {}, headers: { 'Idempotency-Key': header, 'X-Exhibit': header } }),
              fetch(`${api.url}/api/drafts`, { headers: { Cookie: header } }),
              fetch(`${api.url}${ROUTE}/${'0'.repeat(32)}`, { method: 'DELETE', headers: { 'X-Delete-Token': header } }),
            ]),
      ]);
      for (const answer of answers) {
        expectDesigned(answer, text);
        await answer.arrayBuffer();
      }
    }
  });

  test(
    `${ROUNDS} mutated pictures give no 5xx, and none is taken that cannot be decoded again`,
    async () => {
      const originals = [
        ['image/jpeg', await aPicture(1)],
        ['image/png', await aPicture(2, { format: 'png' })],
      ] as const;
      const counts = new Map<number, number>();
      for (let round = 0; round < ROUNDS; round += 1) {
        const [type, original] = originals[round % 2] ?? originals[0];
        const mutant = Buffer.from(original);
        // Reproducible: the round says where and what.
        for (let change = 0; change <= round % 5; change += 1) {
          const at = (round * 7_919 + change * 104_729) % mutant.length;
          mutant[at] = (round * 31 + change * 17) % 256;
        }
        const cut = round % 7 === 0 ? mutant.subarray(0, (round * 1_009) % mutant.length) : mutant;
        const response = await upload(api.url, { body: { imageData: dataUrl(cut, type), flowerCount: 1 } });
        expectDesigned(response, { round, type });
        counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
        const body = (await response.json()) as { imageUrl?: string };
        if (response.status >= 400) continue;
        const stored = await fetch(`${api.url}${body.imageUrl}`);
        expect(stored.status).toBe(200);
        // Every pixel is decoded: a header that can be read proves nothing.
        const { info } = await sharp(await stored.arrayBuffer(), { failOn: 'warning' })
          .raw()
          .toBuffer({ resolveWithObject: true });
        expect(info.width * info.height).toBeGreaterThan(0);
      }
      expect([...counts.keys()].every((status) => [200, 201, 400, 415, 422].includes(status))).toBe(true);
    },
    LIMIT_MS,
  );

  test(
    `${ROUNDS} bodies of any shape give no 5xx on any route that takes one`,
    async () => {
      const routes = [ROUTE, `${ROUTE}/x/report`, '/api/verify-password', '/api/nothing'];
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...routes), fc.json({ maxDepth: 6 }), async (path, body) => {
          const response = await fetch(api.url + path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
          expectDesigned(response, { path, body });
          await response.arrayBuffer();
        }),
        { numRuns: ROUNDS, seed: 42 },
      );
      expect(Object.keys(Object.prototype)).toEqual([]);
    },
    LIMIT_MS,
  );

  test(
    `${ROUNDS} queries of any kind give no 5xx`,
    async () => {
      const paths = [ROUTE, '/api/price-history', '/api/price-history.csv', '/api/weekly-egg-report', '/projects/egg-prices'];
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...paths),
          fc.dictionary(
            fc.constantFrom('limit', 'cursor', 'exhibit', 'commodity', 'item', 'from', '__proto__', 'a[b]'),
            fc.string(),
          ),
          async (path, query) => {
            const response = await fetch(`${api.url}${path}?${new URLSearchParams(query).toString()}`);
            // Without a USDA key the reports are a designed 503.
            expectDesigned(response, { path, query });
            await response.arrayBuffer();
          },
        ),
        { numRuns: ROUNDS, seed: 43 },
      );
    },
    LIMIT_MS,
  );
});
