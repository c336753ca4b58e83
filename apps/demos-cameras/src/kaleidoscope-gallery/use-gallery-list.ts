import { useMemo, useRef, useState } from 'react';
import type { Exhibit, Submission } from '@site/contracts';
import { useQuery } from '@site/query';
import { galleryPageQuery, getPage, wasRemoved, type GalleryPage } from '../gallery/submissions.ts';

interface Rest {
  /** The first page, which these pages follow; a new first page starts over. */
  readonly first: GalleryPage;
  readonly pages: readonly GalleryPage[];
  readonly status: 'idle' | 'loading' | 'failed';
}

export interface GalleryList {
  readonly status: 'loading' | 'failed' | 'shown';
  readonly error: Error | null;
  readonly pictures: readonly Submission[];
  /** The pictures after these: none, not fetched yet, being fetched, or failed to load. */
  readonly rest: 'end' | 'more' | 'loading' | 'failed';
  readonly retry: () => void;
  /** Requests the next page, unless it is already being requested. */
  readonly loadMore: () => void;
  /** Shows the list without pictures that were just removed. */
  readonly refresh: () => void;
}

/** Pictures of one kind, newest first, page after page. */
export function useGalleryList(exhibit: Exhibit | null): GalleryList {
  const query = useQuery(galleryPageQuery(exhibit));
  const [state, setState] = useState<Rest | null>(null);
  const [round, setRound] = useState(0);
  /** Cursor of the page that is being fetched; pages are fetched one at a time. */
  const fetching = useRef<string | null>(null);
  const first = query.data;
  const rest = state && state.first === first ? state : null;

  const pictures = useMemo(() => {
    const seen = new Set<string>();
    const all = [first, ...(rest?.pages ?? [])].flatMap((page) => page?.submissions ?? []);
    // A picture added in the meantime moves others to the next page, so they would appear twice.
    return all.filter(({ id }) => !wasRemoved(id) && !seen.has(id) && seen.add(id) !== undefined);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each round applies the latest removals
  }, [first, rest?.pages, round]);

  const last = rest?.pages.at(-1) ?? first;
  const cursor = last?.cursor ?? null;
  const loadMore = () => {
    if (!first || cursor === null || fetching.current === cursor) return;
    fetching.current = cursor;
    const pages = rest?.pages ?? [];
    setState({ first, pages, status: 'loading' });
    const settle = (next: Rest) => {
      fetching.current = null;
      setState((now) => (now?.first === first ? next : now));
    };
    getPage({ exhibit, cursor }, new AbortController().signal).then(
      (page) => settle({ first, pages: [...pages, page], status: 'idle' }),
      (error: unknown) => {
        console.info('The next pictures could not be loaded.', error);
        settle({ first, pages, status: 'failed' });
      },
    );
  };

  const more = rest?.status === 'loading' || rest?.status === 'failed' ? rest.status : 'more';
  return {
    status: first ? 'shown' : query.isError ? 'failed' : 'loading',
    error: query.error,
    pictures,
    rest: cursor === null ? 'end' : more,
    retry: () => void query.refetch(),
    loadMore,
    refresh: () => setRound((before) => before + 1),
  };
}
