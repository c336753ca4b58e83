import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../config/config.ts';
import { GalleryError } from './gallery.errors.ts';
import { PICTURE_STORE, type PictureStore } from './picture-store.ts';
import { SubmissionRepository } from './submission.repository.ts';

/** Limits on the gallery's size. */
@Injectable()
export class GalleryQuota {
  constructor(
    @Inject(Config) private readonly config: Pick<Config, 'gallery'>,
    private readonly submissions: SubmissionRepository,
    @Inject(PICTURE_STORE) private readonly store: Pick<PictureStore, 'freeBytes'>,
  ) {}

  /** @throws GalleryError STORAGE_FULL before any of the picture is read */
  async requireRoom(): Promise<void> {
    const { gallery } = this.config;
    const [usage, freeBytes] = await Promise.all([this.submissions.usage(), this.store.freeBytes()]);
    const isFull = usage.pictures >= gallery.maxPictures || usage.bytes >= gallery.maxBytes;
    if (isFull) throw new GalleryError('STORAGE_FULL', 'the quota of the gallery is used up');
    if (freeBytes !== null && freeBytes < gallery.minFreeBytes) throw new GalleryError('STORAGE_FULL', 'the disk is nearly full');
  }
}
