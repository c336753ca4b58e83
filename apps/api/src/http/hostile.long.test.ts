import { Agent, request as open, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import sharp from 'sharp';
import { parseNewSubmission } from '@site/contracts';
import { timeoutOf } from '../../../../tools/jest/deadlines.mjs';
import { progressOf } from '../../../../tools/jest/progress.mjs';
import { PICTURE_STORE, pictureKeys, type PictureStore } from '../gallery/picture-store.ts';
import { JobRepository } from '../jobs/job.repository.ts';
import { RateLimiter } from '../rate-limit/rate-limiter.ts';
import { aPicture, dataUrl, upload } from '../test-support/a-picture.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { TEST_PASSWORD_HASH } from '../test-support/a-password.ts';
import {
  everywhere,
  hostileRequests,
  NAUGHTY_STRINGS,
  routesOf,
  type HostileRequest,
  type OpenApiDocument,
  type Route,
} from '../test-support/hostile-requests.ts';

/** Number of requests of any kind. HOSTILE_REQUESTS=100000 makes the run a campaign. */
const REQUESTS = Number(process.env['HOSTILE_REQUESTS'] ?? 150);
const PICTURES = Math.ceil(REQUESTS / 15);
/** Different requests and pictures for each seed: a campaign can be split into several runs. */
const SEED = Number(process.env['HOSTILE_SEED'] ?? 0);
/** About as many requests again: in a short run each naughty string goes to some routes, in a campaign to all of them. */
const ROUTES_PER_STRING = Math.ceil(REQUESTS / NAUGHTY_STRINGS.length);
const LIMIT_MS = timeoutOf(REQUESTS, 1_000);
/** Intended rejections; any other 5xx is a bug. */
const DESIGNED = new Set([503, 507]);
const MAX_CPU_MS = 50;
/** Processor milliseconds of `sampleWork` on the machine for which the limit was set. */
const REFERENCE_MS = 6;
const SAMPLES = 21;
/** Garbage collection may happen during any request, but not during every one of these. */
const ATTEMPTS = 4;
const QUIET_MS = 100;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

interface Answer {
  readonly status: number;
  readonly cpuMs: number;
}

function answerTo(url: string, { method, path, headers, body }: HostileRequest): Promise<IncomingMessage | null> {
  return new Promise((resolve, reject) => {
    const sent = open(new URL(url), { method, path, headers, agent }, resolve);
    // A server that rejects a body may close the connection before the client has read the response.
    sent.once('error', (error: NodeJS.ErrnoException) =>
      ['ECONNRESET', 'EPIPE'].includes(error.code ?? '') ? resolve(null) : reject(error),
    );
    sent.end(body ?? undefined);
  });
}

async function send(url: string, sent: HostileRequest): Promise<Answer> {
  const before = process.cpuUsage();
  const response = await answerTo(url, sent);
  if (response) await text(response);
  return { status: response?.statusCode ?? 0, cpuMs: cpuMsSince(before) };
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Work on text and objects, like handling requests. */
function sampleWork(): number {
  const before = process.cpuUsage();
  const rows = Array.from({ length: 5_000 }, (_, index) => ({ name: `${(index * 7_919) % 5_000}`, price: index / 7 }));
  const copy = JSON.parse(JSON.stringify(rows)) as typeof rows;
  expect(copy.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toHaveLength(rows.length);
  return cpuMsSince(before);
}

/** How many times slower than the reference this machine is during the tests; at least 1. */
function slowness(): number {
  const samples = Array.from({ length: SAMPLES }, sampleWork).toSorted((one, other) => one - other);
  return Math.max(1, (samples[SAMPLES >> 1] ?? 0) / REFERENCE_MS);
}

/**
 * Waits until the server has no background job, such as storing the prices of the past year: its time would count as the request's,
 * above all if the request waits for the job to finish writing.
 */
async function untilQuiet(jobs: JobRepository): Promise<void> {
  for (;;) {
    const before = process.cpuUsage();
    await delay(QUIET_MS);
    const isCalm = cpuMsSince(before) < QUIET_MS / 4;
    const pending = (await jobs.list()).filter(({ state, runAt }) => state === 'running' || Number(runAt) <= Date.now());
    if (isCalm && pending.length === 0) return;
  }
}

describe('hostile requests', () => {
  let api: TestApi;
  let routes: Route[];
  let charged = 0;
  let progress: () => void;
  const statuses = new Map<number, number>();
  let maxMs = 0;

  beforeAll(async () => {
    api = await anApi({
      DRAFT_PASSWORD_HASH: TEST_PASSWORD_HASH,
      OWNER_PASSWORD_HASH: TEST_PASSWORD_HASH,
      GALLERY_MAX_PICTURES: '10000000',
      GALLERY_UPLOADS_PER_MINUTE: '10000000',
      GALLERY_UPLOADS_PER_DAY: '10000000',
      TELEMETRY_REPORTS_PER_MINUTE: '10000000',
      USDA_SOURCE: 'sample',
      LOG_LEVEL: 'warn',
    });
    const limiter = api.get(RateLimiter);
    const take = limiter.take.bind(limiter);
    limiter.take = (...use) => {
      charged += 1;
      return take(...use);
    };
    routes = routesOf((await (await fetch(`${api.url}/api/docs/openapi.json`)).json()) as OpenApiDocument);
    progress = progressOf('hostile requests', NAUGHTY_STRINGS.length * routesFor(0).length + REQUESTS + PICTURES);
    // One-time storage is not part of a request's cost.
    const stored = ['weekly-egg-report', 'weekly-beef-report', 'usda-reports', 'usda-reports/1280'];
    for (const path of stored) await fetch(`${api.url}/api/${path}`);
    await untilQuiet(api.get(JobRepository));
  });
  afterAll(async () => {
    expect(api.log.filter((line) => line['event'] === 'bug')).toEqual([]);
    expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
    agent.destroy();
    await api.close();
    const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    process.stderr.write(
      `hostile requests of seed ${SEED} by status: ${counts.join(', ')}; ` +
        `at most ${maxMs.toFixed(1)} ms of CPU time outside a rate limit\n`,
    );
  });

  /** Sends one at a time, so that the processor time belongs to it. */
  async function expectHarmless(sent: HostileRequest): Promise<void> {
    let cheapest = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < ATTEMPTS && cheapest > MAX_CPU_MS; attempt += 1) {
      if (attempt > 0) await untilQuiet(api.get(JobRepository));
      const chargedBefore = charged;
      const { status, cpuMs } = await send(api.url, sent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status >= 500 && !DESIGNED.has(status)) throw new Error(`${status} for ${JSON.stringify(sent).slice(0, 1_000)}`);
      cheapest = charged > chargedBefore ? 0 : Math.min(cheapest, cpuMs);
    }
    maxMs = Math.max(maxMs, cheapest);
    progress();
    if (cheapest > MAX_CPU_MS && cheapest > MAX_CPU_MS * slowness())
      throw new Error(`${cheapest.toFixed(0)} ms for ${JSON.stringify(sent).slice(0, 1_000)}`);
  }

  /** Different routes for each string, cycling through all of them. */
  function routesFor(index: number): Route[] {
    const count = Math.min(routes.length, ROUTES_PER_STRING);
    return Array.from({ length: count }, (_, turn) => routes[(index * count + turn) % routes.length]).filter((route) => !!route);
  }

  test('cover every route of the API description, and pages, embeds, files and the owner’s area', () => {
    const paths = routes.map(({ method, path }) => `${method} ${path}`);
    expect(paths).toEqual(
      expect.arrayContaining([
        'GET /api/price-history.csv',
        'POST /api/telemetry',
        'POST /api/browser-reports',
        'GET /api/releases',
        'GET /owner',
        'GET /owner/reports',
        'POST /api/errors',
        'GET /owner/errors',
        'POST /owner/login',
        'POST /owner/gallery/decisions',
        'POST /owner',
        'POST /owner/prices',
        'POST /owner/jobs',
        'GET /owner/settings',
        'GET /embed/{page}',
      ]),
    );
    expect(routes.length).toBeGreaterThan(25);
  });

  test(
    'the naughty strings do no harm in any place that accepts text',
    async () => {
      const requests = NAUGHTY_STRINGS.flatMap((string, index) => routesFor(index).map((route) => everywhere(route, string)));
      for (const request of requests) await expectHarmless(request);
      expect(requests.length).toBeGreaterThanOrEqual(NAUGHTY_STRINGS.length);
    },
    LIMIT_MS,
  );

  test(
    `${REQUESTS} requests of any kind do no harm on any route`,
    async () => {
      await fc.assert(fc.asyncProperty(hostileRequests(routes), expectHarmless), { numRuns: REQUESTS, seed: 42 + SEED });
      expect(Object.keys(Object.prototype)).toEqual([]);
    },
    LIMIT_MS,
  );

  test(
    `${PICTURES} mutated pictures cause no 5xx, and every accepted one can be decoded`,
    async () => {
      const originals = [
        ['image/jpeg', await aPicture(1)],
        ['image/png', await aPicture(2, { format: 'png' })],
      ] as const;
      const counts = new Map<number, number>();
      for (let round = SEED * PICTURES; round < (SEED + 1) * PICTURES; round += 1) {
        const [type, original] = originals[round % 2] ?? originals[0];
        const mutant = Buffer.from(original);
        // Reproducible: the round determines which bytes are changed, and to what.
        for (let change = 0; change <= round % 5; change += 1) {
          const at = (round * 7_919 + change * 104_729) % mutant.length;
          mutant[at] = (round * 31 + change * 17) % 256;
        }
        const cut = round % 7 === 0 ? mutant.subarray(0, (round * 1_009) % mutant.length) : mutant;
        const attempt = () => upload(api.url, { body: { imageData: dataUrl(cut, type), flowerCount: 1 } });
        let response = await attempt();
        // The server, or its store, had too much to do: nothing is known about this picture yet.
        while (response.status === 503) response = await attempt();
        if (response.status >= 500) throw new Error(`${response.status} for picture ${round}`);
        counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
        progress();
        const body: unknown = await response.json();
        if (response.status >= 400) continue;
        const { id, imageUrl, status } = parseNewSubmission(body);
        // Of many similar pictures within an hour, the later ones are held: stored, but not shown.
        expect((await fetch(`${api.url}${imageUrl}`)).status).toBe(status === 'listed' ? 200 : 404);
        const stored = (await api.get<PictureStore>(PICTURE_STORE).get(pictureKeys(id).image)) ?? Buffer.of();
        // Every pixel is decoded: a readable header proves nothing.
        const { info } = await sharp(stored, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true });
        expect(info.width * info.height).toBeGreaterThan(0);
      }
      expect([...counts.keys()].filter((status) => ![200, 201, 400, 415, 422].includes(status))).toEqual([]);
    },
    LIMIT_MS,
  );
});
