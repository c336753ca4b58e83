import { Inject, Injectable } from '@nestjs/common';
import { GalleryError } from './gallery.errors.ts';
import { removePicture } from './gallery.service.ts';
import { PICTURE_STORE, pictureKeys, type PictureStore } from './picture-store.ts';
import type { SubmissionEntity } from './submission.entity.ts';
import { SubmissionRepository } from './submission.repository.ts';

const ID = /^[0-9a-f]{32}$/;

/** The owner's decisions on waiting pictures: new ones, those held in a flood, and reported ones. */
@Injectable()
export class ApprovalService {
  constructor(
    private readonly submissions: SubmissionRepository,
    @Inject(PICTURE_STORE) private readonly store: PictureStore,
  ) {}

  /** Newest first. */
  waiting(): Promise<SubmissionEntity[]> {
    return this.submissions.waiting();
  }

  /** A small JPEG. @throws GalleryError PICTURE_NOT_FOUND for a picture that is not waiting, or has no file */
  async thumbnail(id: string): Promise<Buffer> {
    await this.requireWaiting(id);
    const content = await this.store.get(pictureKeys(id).thumbnailJpeg);
    if (!content) throw new GalleryError('PICTURE_NOT_FOUND', 'the file of the picture is gone');
    return content;
  }

  /** Lists the picture; later reports do not hide it. @throws GalleryError PICTURE_NOT_FOUND */
  async approve(id: string): Promise<void> {
    await this.requireWaiting(id);
    await this.submissions.restore(id);
  }

  /** Removes the picture for good. @throws GalleryError PICTURE_NOT_FOUND */
  async refuse(id: string): Promise<void> {
    await this.requireWaiting(id);
    await removePicture(this.submissions, this.store, id);
  }

  private async requireWaiting(id: string): Promise<void> {
    const row = ID.test(id) ? await this.submissions.find(id) : null;
    if (row === null || row.status === 'listed' || row.status === 'deleted')
      throw new GalleryError('PICTURE_NOT_FOUND', 'no such picture waits');
  }
}
