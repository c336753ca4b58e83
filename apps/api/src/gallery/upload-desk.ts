import { Injectable } from '@nestjs/common';
import { EXHIBITS, type Exhibit } from '@site/contracts';
import type { Request } from 'express';
import { Config } from '../config/config.ts';
import { HttpError } from '../http/app-error.ts';
import { readBody, requireReadable } from '../http/read-body.ts';
import { clientNetwork, widerNetworks } from '../rate-limit/client-address.ts';
import { RateLimiter, type Ticket } from '../rate-limit/rate-limiter.ts';
import { timesAsMuch, type Limits } from '../rate-limit/sliding-window.ts';
import { SiteSecret } from '../secrets/site-secret.ts';
import { GalleryError } from './gallery.errors.ts';
import { GalleryService, type SavedSubmission, type Sender } from './gallery.service.ts';
import { PictureWorkshop, type SubmissionOnTheBench } from './picture-workshop.ts';
import { UploadRoom } from './upload-room.ts';

/** 12 MiB of picture as base64, and the words around it. */
const MAX_BODY_BYTES = 16.5 * 1024 * 1024;
/** Slower than the slowest mobile network that still loads pages. */
const MIN_RATE = { bytes: 16 * 1024, perMs: 5_000 };
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const REPORT_LIMITS: Limits = {
  windows: [
    { windowMs: MINUTE_MS, max: 10 },
    { windowMs: DAY_MS, max: 60 },
  ],
};
const KEY = /^[\x21-\x7e]{8,128}$/;

/** Memory that worker threads read without a copy. */
function inSharedMemory(chunks: readonly Buffer[]): Uint8Array<SharedArrayBuffer> {
  const body = new Uint8Array(new SharedArrayBuffer(chunks.reduce((bytes, chunk) => bytes + chunk.length, 0)));
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.length;
  }
  return body;
}

/** Lets uploads in: who, how many, how large; everything that can be refused is refused before the body is read. */
@Injectable()
export class UploadDesk {
  private readonly room = new UploadRoom();

  constructor(
    private readonly config: Config,
    private readonly gallery: GalleryService,
    private readonly workshop: PictureWorkshop,
    private readonly limiter: RateLimiter,
    private readonly secret: SiteSecret,
  ) {}

  /** @throws GalleryError, HttpError */
  async take(request: Request): Promise<SavedSubmission> {
    const sender = this.readSender(request);
    requireReadable(request, MAX_BODY_BYTES);
    if (this.workshop.isFull) throw new HttpError('OVERLOADED', 'too many uploads at once', { 'Retry-After': '2' });
    const place = this.room.enter(clientNetwork(request));
    try {
      await this.gallery.requireRoom();
      const ticket = await this.admit('upload', request, {
        windows: [
          { windowMs: MINUTE_MS, max: this.config.gallery.uploadsPerMinute },
          { windowMs: DAY_MS, max: this.config.gallery.uploadsPerDay },
        ],
      });
      // Before its turn: a slow sender keeps no worker from the others.
      const chunks = await readBody(request, { maxBytes: MAX_BODY_BYTES, minRate: MIN_RATE, onChunk: place.receive });
      const body = inSharedMemory(chunks);
      const saved = await this.saveFrom(await this.workshop.read(body), sender);
      // A retry of what is stored costs nothing; one that is counted all the same is stored none the less.
      if (!saved.isNew) await ticket.refund().catch(() => undefined);
      return saved;
    } finally {
      place.leave();
    }
  }

  async admitReport(request: Request): Promise<void> {
    await this.admit('report', request, REPORT_LIMITS);
  }

  private async saveFrom(bench: SubmissionOnTheBench, sender: Sender): Promise<SavedSubmission> {
    try {
      return await this.gallery.save(bench, sender);
    } finally {
      // However it ended: the bench is taken until then.
      bench.forget();
    }
  }

  private async admit(bucket: string, request: Request, limits: Limits): Promise<Ticket> {
    const wider = widerNetworks(request).map(({ network, factor }) => ({
      client: this.secret.sign('visitor', network),
      limits: timesAsMuch(limits, factor),
    }));
    const ticket = await this.limiter.takeAll(bucket, [{ client: this.visitorOf(request), limits }, ...wider]);
    if (typeof ticket !== 'number') return ticket;
    throw new HttpError('RATE_LIMITED', `too many in bucket ${bucket}`, { 'Retry-After': String(Math.ceil(ticket / 1_000)) });
  }

  private readSender(request: Request): Sender {
    const exhibitHeader = request.get('X-Exhibit');
    const exhibit: Exhibit | null = EXHIBITS.find((name) => name === exhibitHeader) ?? null;
    if (exhibitHeader !== undefined && exhibit === null) throw new GalleryError('INVALID_EXHIBIT', 'unknown exhibit');
    const idempotencyKey = request.get('Idempotency-Key') ?? null;
    if (idempotencyKey !== null && !KEY.test(idempotencyKey)) throw new GalleryError('INVALID_IDEMPOTENCY_KEY', 'bad key');
    return { visitor: this.visitorOf(request), idempotencyKey, exhibit };
  }

  private visitorOf(request: Request): string {
    return this.secret.sign('visitor', clientNetwork(request));
  }
}
