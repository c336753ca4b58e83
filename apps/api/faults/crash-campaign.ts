import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parseNewSubmission, parseSubmissions } from '@site/contracts';
import { progressOf } from '../../../tools/jest/progress.mjs';
import { aPicture, dataUrl, upload } from '../src/test-support/a-picture.ts';
import { kill, startProcess } from '../src/test-support/server-process.ts';

const ROUTE = '/api/kaleidoscope-submissions';
const WRITERS = 4;
/** Page view counts are written every half second, so some kills interrupt that as well. */
const KILL_MS = { min: 30, max: 630 };
const MAX_RESPONSES = 8;
const REPORT_PAUSE_MS = 25;
const SHELL_RELEASE = '1.0.0-0123456789ab';

export interface CampaignResult {
  readonly rounds: number;
  readonly acknowledged: number;
  /** How many times an upload that had not been acknowledged was sent again. */
  readonly retried: number;
  readonly lost: readonly string[];
  readonly duplicates: number;
  readonly wrongBytes: number;
}

/** The key of each upload, and the id that was acknowledged for it. */
class Ledger {
  readonly acknowledged = new Map<string, string>();
  readonly unanswered = new Map<string, Parameters<typeof upload>[1]>();
  retried = 0;
  private onAcknowledged = (): void => undefined;

  /** Resolves when this many more pictures have been acknowledged. */
  nextAcknowledged(count: number): Promise<void> {
    let left = count;
    return new Promise((done) => {
      this.onAcknowledged = () => {
        left -= 1;
        if (left === 0) done();
      };
    });
  }

  async send(url: string, key: string, sent: Parameters<typeof upload>[1]): Promise<void> {
    this.unanswered.set(key, sent);
    const response = await upload(url, sent);
    if (response.status === 409 || response.status === 503) return;
    const { id } = parseNewSubmission(await response.json());
    this.unanswered.delete(key);
    this.acknowledged.set(key, id);
    this.onAcknowledged();
  }

  async retryAll(url: string): Promise<void> {
    while (this.unanswered.size > 0) {
      for (const [key, sent] of [...this.unanswered]) {
        this.retried += 1;
        await this.send(url, key, sent);
      }
      // A lease of the process that died may still hold a key.
      if (this.unanswered.size > 0) await delay(500);
    }
  }
}

/**
 * Every other round ends just after a writer received a response: if the server acknowledged that picture before storing it,
 * the picture is lost, however slow the machine is. The other rounds end at any time, even before the first response.
 */
function killMoment(ledger: Ledger, round: number): Promise<void> {
  if (round % 2 === 0) return ledger.nextAcknowledged(1 + Math.floor(Math.random() * MAX_RESPONSES));
  return delay(KILL_MS.min + Math.random() * (KILL_MS.max - KILL_MS.min));
}

async function write(url: string, ledger: Ledger, round: number, writer: number, signal: AbortSignal): Promise<void> {
  for (let n = 0; !signal.aborted; n += 1) {
    const key = `round-${round}-writer-${writer}-${n}`;
    const seed = round * 10_000 + writer * 1_000 + n;
    const sent = { body: { imageData: dataUrl(await aPicture(seed)), flowerCount: 1 }, headers: { 'Idempotency-Key': key } };
    try {
      await ledger.send(url, key, sent);
    } catch {
      // The process died during the request.
      return;
    }
  }
}

/** Page views are counted at the same time in the same database: writing them must not delay any write that is acknowledged. */
async function reportViews(url: string, signal: AbortSignal): Promise<void> {
  const view = { app: 'shell', release: SHELL_RELEASE, path: '/', outcome: 'shown', phase: 'ready', message: null };
  // As many load-time classes as one request may contain: each is a row.
  const body = JSON.stringify({ reports: Array.from({ length: 20 }, (_, n) => ({ ...view, ms: Math.round(2 ** (n / 2 + 3)) })) });
  const request = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
  while (!signal.aborted) {
    const response = await fetch(`${url}/api/telemetry`, request).catch(() => null);
    // The process died during the request.
    if (response === null) return;
    // An overloaded machine may respond with 503.
    if (response.status !== 204 && response.status !== 503)
      throw new Error(`reports of page views got status ${response.status}`);
    await delay(REPORT_PAUSE_MS);
  }
}

async function allIds(url: string): Promise<string[]> {
  const ids: string[] = [];
  let path: string | null = ROUTE;
  while (path !== null) {
    const response = await fetch(url + path);
    ids.push(...parseSubmissions(await response.json()).map((picture) => picture.id));
    path = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1] ?? null;
  }
  return ids;
}

/**
 * Kills the server at a random moment while four writers upload and page views are counted, starts it again, repeats every
 * upload that got no response, and finally compares what was acknowledged with what is stored.
 */
export async function crashCampaign(
  env: Readonly<Record<string, string>>,
  rounds: number,
  nodeOptions: readonly string[] = [],
): Promise<CampaignResult> {
  const ledger = new Ledger();
  const progress = progressOf('rounds of uploads', rounds);
  for (let round = 0; round < rounds; round += 1) {
    const server = await startProcess(env, nodeOptions);
    const stopping = new AbortController();
    const reporter = reportViews(server.url, stopping.signal);
    await ledger.retryAll(server.url);
    const writers = Array.from({ length: WRITERS }, (_, writer) => write(server.url, ledger, round, writer, stopping.signal));
    await killMoment(ledger, round);
    await kill(server);
    stopping.abort();
    await Promise.all([...writers, reporter]);
    progress();
  }
  const server = await startProcess(env);
  await ledger.retryAll(server.url);
  const ids = await allIds(server.url);
  const known = new Set(ids);
  const lost = [...ledger.acknowledged].filter(([, id]) => !known.has(id)).map(([key]) => key);
  let wrongBytes = 0;
  for (const id of ids) {
    const response = await fetch(`${server.url}${ROUTE}/${id}/image`);
    const hash = createHash('sha256')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('hex');
    if (response.status !== 200 || response.headers.get('ETag') !== `"${hash}"`) wrongBytes += 1;
  }
  await kill(server);
  return {
    rounds,
    acknowledged: ledger.acknowledged.size,
    retried: ledger.retried,
    lost,
    // Every key got a response in the end, and each key is one picture.
    duplicates: ids.length - new Set(ledger.acknowledged.values()).size,
    wrongBytes,
  };
}
