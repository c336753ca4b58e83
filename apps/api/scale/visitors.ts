import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { parseNewSubmission } from '@site/contracts';
import { aPicture, dataUrl, MAX_TRIES } from '../src/test-support/a-picture.ts';
import { reportFrom } from '../src/test-support/report-from.ts';

/** Maximum requests per second. At 100 the visitors cost more than the rest of these tests together. */
const PER_SECOND = Number(process.env['VISITS_PER_SECOND'] ?? 20);
/** With this many visitors waiting, new ones arrive at a quarter of the rate: a slow machine gets as many as it can serve. */
const MANY_WAITING = 20;
const GALLERY = '/api/kaleidoscope-submissions';
/** One request in this many sends a picture, unless one is still being sent; one in `REPORT_EVERY` reports a page view. */
const PICTURE_EVERY = 30;
const REPORT_EVERY = 20;
const PATHS = [
  '/',
  '/projects',
  '/projects/egg-prices',
  '/api/weekly-egg-report',
  GALLERY,
  `${GALLERY}/statistics`,
  '/resume.json',
];

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly status: number;
}

export interface Visits {
  /** Requests that got the expected response. */
  readonly answered: number;
  /** What went wrong, one line each. */
  readonly failures: readonly string[];
  /** Ids of the pictures that were acknowledged. */
  readonly pictures: readonly string[];
}

/** Every request has its own connection, as if it came from a different visitor. @throws Error if the response is not complete */
async function send(url: string, { method, path, body }: Sent): Promise<{ readonly status: number; readonly text: string }> {
  const outgoing = request(url + path, {
    method,
    agent: false,
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
  });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, text: await text(response) };
}

async function toSend(n: number, release: string, maySendPicture: boolean): Promise<Sent> {
  if (n % PICTURE_EVERY === 0 && maySendPicture) {
    const body = JSON.stringify({ imageData: dataUrl(await aPicture(n)), flowerCount: 1 });
    return { method: 'POST', path: GALLERY, body, status: 201 };
  }
  if (n % REPORT_EVERY === 0) {
    const view = { app: 'shell', release, path: '/', outcome: 'shown', phase: 'ready', message: null, ms: 100 };
    return { method: 'POST', path: '/api/telemetry', body: JSON.stringify({ reports: [view] }), status: 204 };
  }
  return { method: 'GET', path: PATHS[n % PATHS.length] ?? '/', status: 200 };
}

/** Visitors who send up to PER_SECOND requests a second without waiting for one another's responses. */
export class Visitors {
  private readonly failures: string[] = [];
  private readonly pictures: string[] = [];
  private readonly pending = new Set<Promise<void>>();
  private readonly clock: Promise<void>;
  private answered = 0;
  private isOver = false;
  private isSendingPicture = false;

  constructor(
    private readonly url: string,
    private readonly release: string,
  ) {
    this.clock = this.keepSending();
  }

  private async keepSending(): Promise<void> {
    // The first visitor of a new site may wait for longer than the site lets anyone wait.
    await reportFrom(this.url).catch((error: unknown) => this.failures.push(`the first report: ${String(error)}`));
    let due = performance.now();
    for (let n = 0; !this.isOver;) {
      for (; due <= performance.now(); n += 1) {
        const visit: Promise<void> = this.visit(n).finally(() => this.pending.delete(visit));
        this.pending.add(visit);
        due += (1000 / PER_SECOND) * (1 + this.pending.size / MANY_WAITING) ** 2;
      }
      await delay(5);
    }
  }

  /** Sends a picture, and again while the site itself, not the proxy, says that it has too many, as pages do. */
  private async sendPicture(sent: Sent): ReturnType<typeof send> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await send(this.url, sent);
      if (!response.text.includes('"code":"overloaded"') || attempt === MAX_TRIES) return response;
      await delay(2_000);
    }
  }

  private async visit(n: number): Promise<void> {
    const sent = await toSend(n, this.release, !this.isSendingPicture);
    const isPicture = sent.status === 201;
    if (isPicture) this.isSendingPicture = true;
    try {
      const { status, text: body } = await (isPicture ? this.sendPicture(sent) : send(this.url, sent));
      if (status !== sent.status) this.failures.push(`${sent.method} ${sent.path}: ${status} ${body.slice(0, 200)}`);
      else this.answered += 1;
      if (status === 201) this.pictures.push(parseNewSubmission(JSON.parse(body)).id);
    } catch (error) {
      this.failures.push(`${sent.method} ${sent.path}: ${String(error)}`);
    } finally {
      if (isPicture) this.isSendingPicture = false;
    }
  }

  /** Waits until as many more requests have been answered as they send in this time, and another picture has been acknowledged. */
  async more(seconds: number): Promise<void> {
    const [goal, pictures] = [this.answered + seconds * PER_SECOND, this.pictures.length];
    const isDone = () => this.answered >= goal && this.pictures.length > pictures;
    while (!isDone() && this.failures.length === 0) await delay(20);
  }

  /** Waits until a picture has been acknowledged. @returns the ids of all that have been so far */
  async acknowledged(): Promise<string[]> {
    while (this.pictures.length === 0 && this.failures.length === 0) await delay(20);
    return [...this.pictures];
  }

  async leave(): Promise<Visits> {
    this.isOver = true;
    await this.clock;
    await Promise.all(this.pending);
    return { answered: this.answered, failures: this.failures, pictures: this.pictures };
  }
}
