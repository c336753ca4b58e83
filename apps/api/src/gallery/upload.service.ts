import { Injectable } from '@nestjs/common';
import { EXHIBITS, type Exhibit } from '@site/contracts';
import type { Request } from 'express';
import { AppError, HttpError } from '../http/app-error.ts';
import { databaseProblem } from '../http/database-problem.ts';
import { readBody, requireReadable } from '../http/read-body.ts';
import { customerNetwork } from '../rate-limit/client-address.ts';
import { GalleryLimits } from './gallery-limits.ts';
import { GalleryQuota } from './gallery-quota.ts';
import { GalleryError } from './gallery.errors.ts';
import { GalleryService, type SavedSubmission, type Sender } from './gallery.service.ts';
import { PictureProcessPool, type SubmissionInProcess } from './picture-process-pool.ts';
import { UploadBudget } from './upload-budget.ts';

/** 12 MiB of picture as base64, plus the JSON around it. */
const MAX_BODY_BYTES = 16.5 * 1024 * 1024;
/** Slower than the slowest mobile network that still loads pages. */
const MIN_RATE = { bytes: 16 * 1024, perMs: 5_000 };
const KEY = /^[\x21-\x7e]{8,128}$/;

/** Returns true if the client is told to send the picture again. */
function isTemporary(error: unknown): boolean {
  if (error instanceof GalleryError && error.code === 'IN_PROGRESS') return true;
  return error instanceof AppError ? error.problem.status === 503 : databaseProblem(error) === 'BUSY';
}

/** Accepts uploads. Whatever can be rejected without the body is rejected before it is read. */
@Injectable()
export class UploadService {
  constructor(
    private readonly gallery: GalleryService,
    private readonly processes: PictureProcessPool,
    private readonly limits: GalleryLimits,
    private readonly quota: GalleryQuota,
    private readonly budget: UploadBudget,
  ) {}

  /** @throws GalleryError, HttpError */
  async take(request: Request): Promise<SavedSubmission> {
    const sender = this.readSender(request);
    requireReadable(request, MAX_BODY_BYTES);
    if (this.processes.isFull) throw new HttpError('OVERLOADED', 'too many uploads at once');
    const reservation = this.budget.reserve(customerNetwork(request));
    try {
      await this.quota.requireRoom();
      const ticket = await this.limits.admitUpload(request);
      try {
        // Read before its turn, so that a slow sender does not block a process.
        const body = await readBody(request, { maxBytes: MAX_BODY_BYTES, minRate: MIN_RATE, onChunk: reservation.receive });
        const saved = await this.saveFrom(await this.processes.read(body), sender);
        // A retry of a stored picture does not count against the limit; if it was counted anyway, it is still stored only once.
        if (!saved.isNew) await ticket.refund().catch(() => undefined);
        return saved;
      } catch (error) {
        // Nor does one that is to be sent again. After too many of them, or without a database, it counts.
        if (isTemporary(error)) await this.limits.refundUpload(request, ticket).catch(() => undefined);
        throw error;
      }
    } finally {
      reservation.release();
    }
  }

  private async saveFrom(submission: SubmissionInProcess, sender: Sender): Promise<SavedSubmission> {
    try {
      return await this.gallery.save(submission, sender);
    } finally {
      // Whatever the outcome: the process is occupied until then.
      submission.forget();
    }
  }

  private readSender(request: Request): Sender {
    const exhibitHeader = request.get('X-Exhibit');
    const exhibit: Exhibit | null = EXHIBITS.find((name) => name === exhibitHeader) ?? null;
    if (exhibitHeader !== undefined && exhibit === null) throw new GalleryError('INVALID_EXHIBIT', 'unknown exhibit');
    const idempotencyKey = request.get('Idempotency-Key') ?? null;
    if (idempotencyKey !== null && !KEY.test(idempotencyKey)) throw new GalleryError('INVALID_IDEMPOTENCY_KEY', 'bad key');
    return { visitor: this.limits.visitorOf(request), idempotencyKey, exhibit, needsApproval: this.limits.approvesFirst };
  }
}
