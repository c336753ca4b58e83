import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../clock.ts';
import { HttpError } from '../../http/app-error.ts';
import { fieldOf, type Form } from '../../owner-area/read-form.ts';
import { GalleryError } from '../gallery.errors.ts';
import { EXACT } from '../likeness.ts';
import { PICTURE_STORE, pictureKeys, type PictureStore } from '../picture-store.ts';
import type { ModerationData, Shown } from './moderation-page.ts';
import { DECISIONS, type Decision } from './moderation.entity.ts';
import { ModerationRepository } from './moderation.repository.ts';
import { ReviewRepository } from './review.repository.ts';

const ID = /^[0-9a-f]{32}$/;
const BATCH = /^[0-9a-f-]{36}$/;
const HASH = new RegExp(`^(?:${EXACT})?[0-9a-f]{1,64}$`);
const MAX_PICTURES = 200;

/** What a form decides: one picture by its own button, or the selected ones. @throws HttpError INVALID_BODY */
function decisionOf(form: Form): { readonly decision: Decision; readonly ids: readonly string[] } {
  const own = DECISIONS.find((decision) => form.has(decision));
  const decision = own ?? DECISIONS.find((name) => name === fieldOf(form, 'decision'));
  const ids = (own === undefined ? form.get('id') : form.get(own)) ?? [];
  if (decision === undefined || ids.length > MAX_PICTURES || !ids.every((id) => ID.test(id)))
    throw new HttpError('INVALID_BODY', 'not a decision', {}, `name a decision and at most ${MAX_PICTURES} pictures`);
  return { decision, ids };
}

/** The owner's decisions on pictures. */
@Injectable()
export class ModerationService {
  constructor(
    private readonly moderations: ModerationRepository,
    private readonly reviews: ReviewRepository,
    @Inject(PICTURE_STORE) private readonly store: Pick<PictureStore, 'get'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** What the page shows. @param before only pictures that came before this one; null for the newest */
  async look(shown: Shown, before: number | null): Promise<Omit<ModerationData, 'approvesFirst' | 'areAllSelected'>> {
    const [counts, last] = [await this.reviews.counts(), await this.moderations.last(this.clock.now())];
    if (shown === 'bans') return { shown, counts, last, pictures: [], bans: await this.reviews.bans() };
    return { shown, counts, last, pictures: await this.reviews.page(shown, before), bans: [] };
  }

  /** A small JPEG. @throws GalleryError PICTURE_NOT_FOUND for a picture that is on no list, or has no file */
  async thumbnail(id: string): Promise<Buffer> {
    const content = ID.test(id) && (await this.reviews.has(id)) ? await this.store.get(pictureKeys(id).thumbnailJpeg) : null;
    if (!content) throw new GalleryError('PICTURE_NOT_FOUND', 'no such picture, or its file is gone');
    return content;
  }

  /** @throws HttpError INVALID_BODY */
  async decide(form: Form, by: string): Promise<void> {
    const { decision, ids } = decisionOf(form);
    if (ids.length > 0) await this.moderations.decide(decision, ids, by, this.clock.now());
  }

  /** @throws HttpError INVALID_BODY */
  async undo(batch: string): Promise<void> {
    if (!BATCH.test(batch)) throw new HttpError('INVALID_BODY', 'not a batch', {}, 'name the decision to undo');
    await this.moderations.undo(batch, this.clock.now());
  }

  /** @throws HttpError INVALID_BODY */
  async unban(differenceHash: string): Promise<void> {
    if (!HASH.test(differenceHash)) throw new HttpError('INVALID_BODY', 'not a hash', {}, 'name the ban to lift');
    await this.reviews.unban(differenceHash);
  }
}
