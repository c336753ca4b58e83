import { useEffect, useRef, type RefObject } from 'react';
import type { Exhibit, Submission } from '@site/contracts';
import { useQuery } from '@site/query';
import { useLocation, useNavigate } from '@site/router';
import { onNextFrame } from '@site/stage';
import { focusHeading } from '@site/ui';
import { isGone, pictureQuery, wasRemoved } from '../gallery/submissions.ts';
import { nameOf } from './kinds.ts';
import type { PictureGridHandle } from './picture-grid.tsx';
import type { GalleryList } from './use-gallery-list.ts';

const GALLERY = '/projects/kaleidoscope-gallery';
/** An address may name a picture that is far down in the list; at most this many are loaded to find its neighbors. */
const MAX_SEARCHED = 1000;
/** State of the history entry when a picture is opened from the grid. */
export const FROM_GRID = { isFromGrid: true };

/** Address of one picture; `search` keeps the kind that the gallery shows. */
export const addressOf = (id: string, search = ''): string => `/gallery/${id}${search}`;
const searchOf = (kind: Exhibit | null) => (kind ? `?kind=${kind}` : '');

export interface OpenPicture {
  readonly picture: Submission | undefined;
  /** Index in the list; -1 if it is not among the loaded pictures. */
  readonly index: number;
  /** The address names a picture that is not shown: `gone` for good, or `failed`, which can be retried. */
  readonly trouble: 'gone' | 'failed' | null;
  readonly retry: () => void;
  /** Shows another picture from the list in its place. */
  readonly go: (index: number) => void;
  readonly close: () => void;
  /** Shows a neighbor of a picture that was removed, or the empty gallery; returns true if there is a neighbor. */
  readonly leaveRemoved: () => boolean;
}

/** The picture that the address names, over the grid, which stays in place. */
export function useOpenPicture(list: GalleryList, kind: Exhibit | null, grid: RefObject<PictureGridHandle | null>): OpenPicture {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const id = /^\/gallery\/([a-z0-9-]+)\/?$/.exec(pathname)?.[1] ?? null;
  const { pictures, rest, loadMore } = list;
  const index = id === null ? -1 : pictures.findIndex((picture) => picture.id === id);
  const isMissing = id !== null && index < 0 && !wasRemoved(id);
  const single = useQuery({ ...pictureQuery(id ?? ''), enabled: isMissing });
  const picture = pictures[index] ?? (isMissing ? single.data : undefined);
  const name = picture && nameOf(picture);

  // The shell sets the title of the route; here it is the picture's own.
  useEffect(() => {
    if (id !== null && name !== undefined) document.title = name + document.title.slice(document.title.indexOf(' – '));
  }, [id, name]);

  const isSought = isMissing && rest === 'more' && pictures.length < MAX_SEARCHED && list.status === 'shown';
  useEffect(() => {
    if (isSought) loadMore();
  });

  // However the picture was closed, even by the browser's Back, the focus returns to it in the grid.
  const lastIndex = useRef<number | null>(null);
  useEffect(() => {
    if (id !== null) {
      lastIndex.current = index;
      return;
    }
    const last = lastIndex.current;
    lastIndex.current = null;
    if (last === null) return;
    if (last < 0 || !grid.current) focusHeading();
    // After the dialog has returned the focus to where it was opened, which may be several pictures away by now.
    else onNextFrame(() => grid.current?.focus(last));
  }, [id, index, grid]);

  const show = (path: string) => void navigate(path, { replace: true, flushSync: true, state });
  const close = () => {
    if ((state as typeof FROM_GRID | null)?.isFromGrid) void navigate(-1);
    else show(GALLERY + searchOf(kind));
  };
  return {
    picture,
    index,
    trouble: isMissing && single.error ? (isGone(single.error) ? 'gone' : 'failed') : null,
    retry: () => void single.refetch(),
    go: (to) => {
      const next = pictures[to];
      if (next) show(addressOf(next.id, searchOf(kind)));
      // More pictures may follow the last loaded one.
      if (to >= pictures.length - 2 && rest === 'more') loadMore();
    },
    close,
    leaveRemoved: () => {
      const neighbor = pictures[index + 1] ?? pictures[index - 1];
      if (neighbor) show(addressOf(neighbor.id, searchOf(kind)));
      else {
        lastIndex.current = -1;
        close();
      }
      return neighbor !== undefined;
    },
  };
}
