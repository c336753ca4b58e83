import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Exhibit, GalleryStatistics } from '@site/contracts';
import { Clock } from '../clock.ts';
import { LeaseRepository } from '../database/lease.repository.ts';
import { askAgain, isRefusedByDatabase } from '../http/database-problem.ts';
import { SiteSecret } from '../secrets/site-secret.ts';
import { GalleryError } from './gallery.errors.ts';
import type { MadePicture } from './make-picture.ts';
import { damageOf, PICTURE_STORE, pictureKeys, removeFiles, type PictureStore } from './picture-store.ts';
import type { SubmissionInWorker } from './picture-worker-pool.ts';
import { stateOfNew, type KnownHashes } from './state-of-new.ts';
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
  /** Mark made from the network. */
  readonly visitor: string;
  readonly idempotencyKey: string | null;
  readonly exhibit: Exhibit | null;
  /** True: its pictures are shown only after the owner has approved them. */
  readonly waits: boolean;
}

export interface SavedSubmission {
  readonly row: Omit<SubmissionEntity, 'sequence' | 'isReviewed'>;
  readonly deleteToken: string;
  /** False: it was stored by an earlier request. */
  readonly isNew: boolean;
}

/** The newest pictures as they were last read; the same object while the gallery begins with the same ones. */
export interface NewestPictures {
  readonly sequences: string;
  readonly rows: readonly ListedRow[];
}

const inWords = (sequences: readonly number[]) => sequences.join();

/** A job goes on with what this process leaves of the files. */
export async function removePicture(
  submissions: Pick<SubmissionRepository, 'takeBack' | 'filesAreGone'>,
  store: Pick<PictureStore, 'remove'>,
  id: string,
): Promise<void> {
  await submissions.takeBack(id);
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
  async save(bench: SubmissionInWorker, sender: Sender): Promise<SavedSubmission> {
    const name = `upload ${sender.idempotencyKey ?? `${sender.visitor} ${bench.contentHash}`}`;
    const lease = await this.leases.acquire(name);
    if (lease === null) {
      throw new GalleryError('IN_PROGRESS', 'the same submission is being stored', { 'Retry-After': '1' });
    }
    try {
      const stored = await this.findStored(bench.contentHash, sender);
      if (stored === null) return await this.storeNew(bench, sender);
      return this.storedBefore(await this.bringBack(stored, bench));
    } finally {
      // What is stored is stored: a lease that cannot be given back ends by itself.
      await lease.release().catch(() => undefined);
    }
  }

  list(query: ListQuery): Promise<ListedRow[]> {
    return this.submissions.list(query);
  }

  /** What nearly everybody opens: the database is asked each time, but only for what has changed. */
  async newest(limit: number): Promise<NewestPictures> {
    const sequences = inWords(await this.submissions.listedSequences(limit));
    const known = this.newestRead;
    if (known?.sequences === sequences) return known;
    const rows = await this.submissions.list({ exhibit: null, flowerCount: null, beforeSequence: null, limit });
    const read = { sequences: inWords(rows.map(({ sequence }) => sequence)), rows };
    this.newestRead = read;
    return read;
  }

  statistics(): Promise<GalleryStatistics> {
    return this.submissions.statistics();
  }

  /** A picture that visitors may see. @throws GalleryError PICTURE_NOT_FOUND, PICTURE_DELETED */
  async findShown(id: string): Promise<SubmissionEntity> {
    // What cannot be an id is not asked for: PostgreSQL refuses texts that SQLite takes.
    const row = ID.test(id) ? await this.submissions.find(id) : null;
    if (row?.status === 'deleted') throw new GalleryError('PICTURE_DELETED', 'deleted');
    if (row?.status !== 'listed') throw new GalleryError('PICTURE_NOT_FOUND', 'no such picture is shown');
    return row;
  }

  /** @throws Error when the database cannot tell */
  async isShown(id: string): Promise<boolean> {
    try {
      return (await this.findShown(id)).status === 'listed';
    } catch (error) {
      if (error instanceof GalleryError) return false;
      throw error;
    }
  }

  /** @throws GalleryError PICTURE_NOT_FOUND when the file is gone; the list then leaves the picture out */
  async readFile(id: string, key: string): Promise<Buffer> {
    const content = await this.store.get(key);
    if (content) return content;
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

  /** Files first, then the row, and only then the answer: an acknowledged picture is on the disk. */
  private async storeNew(bench: SubmissionInWorker, sender: Sender): Promise<SavedSubmission> {
    const picture = await bench.make();
    const now = this.clock.now();
    const id = randomBytes(ID_BYTES).toString('hex');
    const row: Omit<NewRow, 'status'> = {
      id,
      exhibit: sender.exhibit,
      flowerCount: bench.flowerCount,
      width: picture.width,
      height: picture.height,
      bytes: picture.image.length + picture.thumbnailWebp.length + picture.thumbnailJpeg.length,
      imageHash: picture.sha256,
      contentHash: bench.contentHash,
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
      const judge = (known: KnownHashes) => stateOfNew(picture.differenceHash, known, sender.waits);
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

  /** What became of a row of which the database did not say that it is there. @throws what was thrown, when it is not */
  private async settle(row: Omit<NewRow, 'status'>, sender: Sender, error: unknown): Promise<SavedSubmission> {
    const found = await this.submissions.find(row.id).catch(() => undefined);
    // Only the word was lost.
    if (found) return { row: found, deleteToken: this.tokenFor(row.id), isNew: true };
    // The row may still come: its files stay, and are an orphan for the sweep if it does not.
    if (found === undefined || !isRefusedByDatabase(error)) throw askAgain(error);
    await this.dropFiles(row.id);
    // The key is unique: the same submission, sent twice, was stored by the other request.
    const stored = await this.findStored(row.contentHash, sender);
    if (stored === null) throw error;
    return this.storedBefore(stored);
  }

  /** @throws GalleryError PICTURE_DELETED: who took it back is not told that it is there */
  private storedBefore(row: SubmissionEntity): SavedSubmission {
    if (row.status === 'deleted') throw new GalleryError('PICTURE_DELETED', 'the submission was taken back');
    return { row, deleteToken: this.tokenFor(row.id), isNew: false };
  }

  /** Whoever sends a picture again whose files were lost or damaged brings it back. Returns the row as it is then. */
  private async bringBack(row: SubmissionEntity, bench: SubmissionInWorker): Promise<SubmissionEntity> {
    const { id, status } = row;
    if (status !== 'listed' && status !== 'missing') return row;
    const damage = await damageOf(this.store, row).catch((error: unknown) => {
      // A store that cannot be reached has lost nothing; but what was found missing is not said to be there.
      if (status === 'missing') throw error;
      return null;
    });
    if (damage === null && status === 'listed') return row;
    let { imageHash } = row;
    if (damage !== null) {
      const picture = await bench.make();
      // Another one where the encoder is newer than the picture.
      imageHash = picture.sha256;
      // What is written before one fails is right: none of it is dropped.
      await this.putFiles(id, picture);
    }
    await this.submissions.listAgain(id, imageHash);
    const now = await this.submissions.find(id);
    // Taken back meanwhile: its files go as those of every other one.
    if (now === null || now.status === 'deleted') await this.dropFiles(id);
    return now ?? { ...row, status: 'deleted' };
  }

  private async putFiles(id: string, picture: MadePicture): Promise<void> {
    const keys = pictureKeys(id);
    await this.store.put(keys.image, picture.image);
    await this.store.put(keys.thumbnailWebp, picture.thumbnailWebp);
    await this.store.put(keys.thumbnailJpeg, picture.thumbnailJpeg);
  }

  /** What cannot be removed now is an orphan, and the sweep finds it. */
  private async dropFiles(id: string): Promise<void> {
    await removeFiles(this.store, id).catch(() => undefined);
  }
}
