import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Exhibit, GalleryStatistics } from '@site/contracts';
import { Clock } from '../clock.ts';
import { LeaseRepository } from '../database/lease.repository.ts';
import { asRetryable, isRefusedByDatabase } from '../http/database-problem.ts';
import { SiteSecret } from '../secrets/site-secret.ts';
import { GalleryError } from './gallery.errors.ts';
import type { MadePicture } from './make-picture.ts';
import { damageOf, PICTURE_STORE, pictureKeys, removeFiles, type OpenedFile, type PictureStore } from './picture-store.ts';
import type { SubmissionInProcess } from './picture-process-pool.ts';
import { initialStatus, type KnownHashes } from './initial-status.ts';
import type { SubmissionEntity } from './submission.entity.ts';
import { SubmissionRepository, type ListedRow, type ListQuery, type NewRow } from './submission.repository.ts';

const MINUTE_MS = 60_000;
/** The same picture from the same visitor within this time is a retry. */
const SAME_MS = 10 * MINUTE_MS;
const FLOOD_MS = 60 * MINUTE_MS;
const ID_BYTES = 16;
const ID = /^[0-9a-f]{32}$/;
const DELETE_PURPOSE = 'delete picture';

export interface Sender {
  /** Keyed hash of the sender's network. */
  readonly visitor: string;
  readonly idempotencyKey: string | null;
  readonly exhibit: Exhibit | null;
  /** True if its pictures are shown only after the owner has approved them. */
  readonly needsApproval: boolean;
}

export interface SavedSubmission {
  readonly row: Omit<SubmissionEntity, 'sequence' | 'isReviewed'>;
  readonly deleteToken: string;
  /** False if an earlier request stored it. */
  readonly isNew: boolean;
}

/** The newest pictures as last read; the same object as long as the gallery starts with the same ones. */
export interface NewestPictures {
  readonly sequences: string;
  readonly rows: readonly ListedRow[];
}

const joined = (sequences: readonly number[]) => sequences.join();

/** A job removes any files that this process leaves behind. */
export async function removePicture(
  submissions: Pick<SubmissionRepository, 'markDeleted' | 'filesAreGone'>,
  store: Pick<PictureStore, 'remove'>,
  id: string,
): Promise<void> {
  await submissions.markDeleted(id);
  await removeFiles(store, id);
  await submissions.filesAreGone(id);
}

@Injectable()
export class GalleryService {
  private newestRead: NewestPictures | null = null;

  constructor(
    private readonly submissions: SubmissionRepository,
    private readonly leases: LeaseRepository,
    private readonly secret: SiteSecret,
    @Inject(PICTURE_STORE) private readonly store: PictureStore,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Stores a picture once, however often it is sent. @throws GalleryError */
  async save(submission: SubmissionInProcess, sender: Sender): Promise<SavedSubmission> {
    const name = `upload ${sender.idempotencyKey ?? `${sender.visitor} ${submission.contentHash}`}`;
    const lease = await this.leases.acquire(name);
    if (lease === null) {
      throw new GalleryError('IN_PROGRESS', 'the same submission is being stored', { 'Retry-After': '1' });
    }
    try {
      const stored = await this.findStored(submission.contentHash, sender);
      if (stored === null) return await this.storeNew(submission, sender);
      return this.storedBefore(await this.bringBack(stored, submission));
    } finally {
      // The picture is stored in any case: a lease that cannot be released expires.
      await lease.release().catch(() => undefined);
    }
  }

  list(query: ListQuery): Promise<ListedRow[]> {
    return this.submissions.list(query);
  }

  /** The page that nearly everyone opens: the database is queried each time, but only for changes. */
  async newest(limit: number): Promise<NewestPictures> {
    const sequences = joined(await this.submissions.listedSequences(limit));
    const known = this.newestRead;
    if (known?.sequences === sequences) return known;
    const rows = await this.submissions.list({ exhibit: null, flowerCount: null, beforeSequence: null, limit });
    const read = { sequences: joined(rows.map(({ sequence }) => sequence)), rows };
    this.newestRead = read;
    return read;
  }

  statistics(): Promise<GalleryStatistics> {
    return this.submissions.statistics();
  }

  /** A picture that visitors may see. @throws GalleryError PICTURE_NOT_FOUND, PICTURE_DELETED */
  async findShown(id: string): Promise<SubmissionEntity> {
    // Strings that cannot be an id are not looked up: PostgreSQL rejects strings that SQLite accepts.
    const row = ID.test(id) ? await this.submissions.find(id) : null;
    if (row?.status === 'deleted') throw new GalleryError('PICTURE_DELETED', 'deleted');
    if (row?.status !== 'listed') throw new GalleryError('PICTURE_NOT_FOUND', 'no such picture is shown');
    return row;
  }

  /** @returns undefined if visitors may not see the picture. @throws Error if the database does not respond */
  async findIfShown(id: string): Promise<SubmissionEntity | undefined> {
    try {
      return await this.findShown(id);
    } catch (error) {
      if (error instanceof GalleryError) return undefined;
      throw error;
    }
  }

  /** @throws GalleryError PICTURE_NOT_FOUND if the file is gone; the list then omits the picture */
  async openFile(id: string, key: string): Promise<OpenedFile> {
    const file = await this.store.open(key);
    if (file) return file;
    await this.submissions.setStatus(id, 'missing', ['listed']);
    throw new GalleryError('PICTURE_NOT_FOUND', 'the file of the picture is gone');
  }

  /** @throws GalleryError DELETE_FORBIDDEN, PICTURE_NOT_FOUND */
  async removeByToken(id: string, token: string): Promise<void> {
    if (!this.secret.isSigned(DELETE_PURPOSE, id, token)) throw new GalleryError('DELETE_FORBIDDEN', 'wrong delete token');
    const row = await this.submissions.find(id);
    if (!row) throw new GalleryError('PICTURE_NOT_FOUND', 'no such picture');
    await this.remove(id);
  }

  /** Deletes a picture for good, unless it has been put back. */
  async removeTrashed(id: string): Promise<void> {
    if (await this.submissions.setStatus(id, 'deleted', ['trashed'])) await this.remove(id);
  }

  remove(id: string): Promise<void> {
    return removePicture(this.submissions, this.store, id);
  }

  /** @throws GalleryError PICTURE_NOT_FOUND, PICTURE_DELETED */
  async report(id: string, visitor: string, reason: string): Promise<void> {
    await this.findShown(id);
    await this.submissions.report(id, visitor, reason, this.clock.now());
  }

  private tokenFor(id: string): string {
    return this.secret.sign(DELETE_PURPOSE, id);
  }

  private async findStored(contentHash: string, { idempotencyKey, visitor, exhibit }: Sender): Promise<SubmissionEntity | null> {
    if (idempotencyKey === null) {
      return this.submissions.findSame(visitor, contentHash, new Date(this.clock.now().getTime() - SAME_MS));
    }
    const row = await this.submissions.findByKey(idempotencyKey);
    if (row && (row.contentHash !== contentHash || row.exhibit !== exhibit)) {
      throw new GalleryError('IDEMPOTENCY_MISMATCH', 'the key belongs to another submission');
    }
    return row;
  }

  /** Files first, then the row, and only then the response: an acknowledged picture is on disk. */
  private async storeNew(submission: SubmissionInProcess, sender: Sender): Promise<SavedSubmission> {
    const picture = await submission.make();
    const now = this.clock.now();
    const id = randomBytes(ID_BYTES).toString('hex');
    const row: Omit<NewRow, 'status'> = {
      id,
      exhibit: sender.exhibit,
      flowerCount: submission.flowerCount,
      width: picture.width,
      height: picture.height,
      bytes: picture.image.length + picture.thumbnailWebp.length + picture.thumbnailJpeg.length,
      imageHash: picture.sha256,
      contentHash: submission.contentHash,
      differenceHash: picture.differenceHash,
      idempotencyKey: sender.idempotencyKey,
      visitor: sender.visitor,
      createdAt: now.toISOString(),
    };
    try {
      await this.putFiles(id, picture);
    } catch (error) {
      await this.dropFiles(id);
      throw error;
    }
    let added: NewRow | null;
    try {
      const judge = (known: KnownHashes) => initialStatus(picture.differenceHash, known, sender.needsApproval);
      added = await this.submissions.add(row, judge, new Date(now.getTime() - FLOOD_MS));
    } catch (error) {
      return await this.settle(row, sender, error);
    }
    if (added === null) {
      await this.dropFiles(id);
      throw new GalleryError('IMAGE_REJECTED', 'looks like a banned picture');
    }
    return { row: added, deleteToken: this.tokenFor(id), isNew: true };
  }

  /** Finds out what became of a row whose commit was not confirmed. @throws the original error if the row is not stored */
  private async settle(row: Omit<NewRow, 'status'>, sender: Sender, error: unknown): Promise<SavedSubmission> {
    const found = await this.submissions.find(row.id).catch(() => undefined);
    // Only the confirmation was lost.
    if (found) return { row: found, deleteToken: this.tokenFor(row.id), isNew: true };
    // The row may still appear: its files stay, and the sweep quarantines them if it does not.
    if (found === undefined || !isRefusedByDatabase(error)) throw asRetryable(error);
    await this.dropFiles(row.id);
    // The key is unique: the other request stored the same submission.
    const stored = await this.findStored(row.contentHash, sender);
    if (stored === null) throw error;
    return this.storedBefore(stored);
  }

  /** @throws GalleryError PICTURE_DELETED: the visitor who deleted it is not told that it is stored */
  private storedBefore(row: SubmissionEntity): SavedSubmission {
    if (row.status === 'deleted') throw new GalleryError('PICTURE_DELETED', 'the submission was deleted');
    return { row, deleteToken: this.tokenFor(row.id), isNew: false };
  }

  /** Sending a picture again restores its lost or damaged files. Returns the updated row. */
  private async bringBack(row: SubmissionEntity, submission: SubmissionInProcess): Promise<SubmissionEntity> {
    const { id, status } = row;
    if (status !== 'listed' && status !== 'missing') return row;
    const damage = await damageOf(this.store, row).catch((error: unknown) => {
      // An unreachable store has lost nothing, but a picture found missing is not reported as stored.
      if (status === 'missing') throw error;
      return null;
    });
    if (damage === null && status === 'listed') return row;
    let { imageHash } = row;
    if (damage !== null) {
      const picture = await submission.make();
      // The hash differs if the encoder is newer than the picture.
      imageHash = picture.sha256;
      // Files written before a failure are correct and are kept.
      await this.putFiles(id, picture);
    }
    await this.submissions.listAgain(id, imageHash);
    const now = await this.submissions.find(id);
    // Deleted in the meantime: its files are removed like those of any deleted picture.
    if (now === null || now.status === 'deleted') await this.dropFiles(id);
    return now ?? { ...row, status: 'deleted' };
  }

  private async putFiles(id: string, picture: MadePicture): Promise<void> {
    const keys = pictureKeys(id);
    await this.store.put(keys.image, picture.image);
    await this.store.put(keys.thumbnailWebp, picture.thumbnailWebp);
    await this.store.put(keys.thumbnailJpeg, picture.thumbnailJpeg);
  }

  /** A file that cannot be removed now is an orphan, and the sweep finds it. */
  private async dropFiles(id: string): Promise<void> {
    await removeFiles(this.store, id).catch(() => undefined);
  }
}
