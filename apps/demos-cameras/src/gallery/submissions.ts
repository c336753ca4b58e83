import {
  parseGalleryStatistics,
  parseNewSubmission,
  parseSubmission,
  parseSubmissions,
  type Exhibit,
  type GalleryStatistics,
  type Submission,
} from '@site/contracts';
import { request, RequestError } from '@site/host';
import { forgetToken, rememberToken, tokenOf } from './delete-tokens.ts';

const PATH = '/api/kaleidoscope-submissions';

/** Everything about the gallery is cached under this key, so that one invalidation refreshes all of it. */
export const GALLERY_KEY = [PATH] as const;

export interface GalleryPage {
  readonly submissions: readonly Submission[];
  /** Names the next page; null on the last. */
  readonly cursor: string | null;
}

/** Cursor of `Link: <…?cursor=…>; rel="next"`. */
export function cursorOf(link: string | null): string | null {
  const address = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1];
  return address === undefined ? null : new URLSearchParams(address.split('?')[1]).get('cursor');
}

interface PageQuery {
  /** Null: pictures of every kind. */
  readonly exhibit: Exhibit | null;
  /** From the previous page; null for the newest pictures. */
  readonly cursor: string | null;
}

/** @throws RequestError, or TypeError when the server could not be reached */
export async function getPage({ exhibit, cursor }: PageQuery, signal: AbortSignal): Promise<GalleryPage> {
  const search = new URLSearchParams();
  if (exhibit) search.set('exhibit', exhibit);
  if (cursor) search.set('cursor', cursor);
  // Not `search.size`, which Safari 16 does not have.
  const query = search.toString();
  const response = await request('GET', query ? `${PATH}?${query}` : PATH, undefined, signal);
  return { submissions: parseSubmissions(await response.json()), cursor: cursorOf(response.headers.get('Link')) };
}

/** For `useQuery`: the newest pictures, of one kind or of all. */
export const galleryPageQuery = (exhibit: Exhibit | null) => ({
  queryKey: exhibit ? [...GALLERY_KEY, exhibit] : [...GALLERY_KEY],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => getPage({ exhibit, cursor: null }, signal),
});

async function getPicture(id: string, signal?: AbortSignal): Promise<Submission> {
  const response = await request('GET', `${PATH}/${id}`, undefined, signal);
  return parseSubmission(await response.json());
}

/** For `useQuery`: one picture, for an address whose picture is not in the loaded part of the list. */
export const pictureQuery = (id: string) => ({
  queryKey: [...GALLERY_KEY, 'picture', id],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => getPicture(id, signal),
});

/** True if the server no longer has the picture; false if the request failed for another reason. */
export const isGone = (error: unknown): boolean =>
  error instanceof RequestError && (error.status === 404 || error.status === 410);

/** A visitor, and the slideshow, wait this long for the reason why a picture is not shown. */
const MAX_WAIT_MS = 5_000;

/** Asks the server whether it no longer has a picture; false if it does not respond. */
export const isPictureGone = (id: string): Promise<boolean> =>
  getPicture(id, AbortSignal.timeout(MAX_WAIT_MS)).then(() => false, isGone);

/** For `useQuery`: the numbers of pictures and photos in the gallery. */
export const statisticsQuery = {
  queryKey: [...GALLERY_KEY, 'statistics'],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<GalleryStatistics> => {
    const response = await request('GET', `${PATH}/statistics`, undefined, signal);
    return parseGalleryStatistics(await response.json());
  },
};

export interface Picture {
  /** `data:` URL. */
  readonly imageData: string;
  /** Photos in the picture. */
  readonly flowerCount: number;
  readonly exhibit: Exhibit;
  /** Stays the same when the same picture is sent again, so that it is saved once. */
  readonly key: string;
}

export interface Saved {
  readonly id: string | null;
  /** Stored, but listed only after the site's owner has approved it. */
  readonly isHeld: boolean;
}

/**
 * Saves a finished picture. The id is null if the picture was saved but the response was unreadable; such a picture cannot be
 * removed from here.
 * @throws Error 'Failed to save submission' on a non-OK response, TypeError when the server could not be reached
 */
export async function savePicture({ imageData, flowerCount, exhibit, key }: Picture): Promise<Saved> {
  const headers = { 'X-Exhibit': exhibit, 'Idempotency-Key': key };
  const response = await request('POST', PATH, { imageData, flowerCount }, undefined, headers).catch((cause: unknown) => {
    throw cause instanceof RequestError ? new Error('Failed to save submission', { cause }) : cause;
  });
  try {
    const { id, deleteToken, status } = parseNewSubmission(await response.json());
    rememberToken(id, deleteToken);
    return { id, isHeld: status === 'held' };
  } catch {
    return { id: null, isHeld: false };
  }
}

/** Pictures that this page has removed since it was loaded; lists fetched earlier still contain them. */
const removed = new Set<string>();
export const wasRemoved = (id: string): boolean => removed.has(id);

/** Removes a picture that this browser saved. One that is already gone counts as removed. @throws Error if it was not removed */
export async function removePicture(id: string): Promise<void> {
  const token = tokenOf(id);
  if (token === undefined) throw new Error('this browser did not save the picture');
  const headers = { 'X-Delete-Token': token };
  await request('DELETE', `${PATH}/${encodeURIComponent(id)}`, undefined, undefined, headers).catch((cause: unknown) => {
    if (!(cause instanceof RequestError && cause.status === 404)) throw cause;
  });
  forgetToken(id);
  removed.add(id);
}

/** Asks the site's owner to look at a picture. @throws RequestError, or TypeError when the server could not be reached */
export async function reportPicture(id: string, reason: string): Promise<void> {
  await request('POST', `${PATH}/${encodeURIComponent(id)}/report`, { reason });
}
