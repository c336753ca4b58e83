import { useEffect, useRef, useState } from 'react';
import { EXHIBITS, type Exhibit, type GalleryStatistics } from '@site/contracts';
import { useHost } from '@site/host';
import { useQuery, useQueryClient } from '@site/query';
import { useSearchParams } from '@site/router';
import { ButtonLink, EmptyState, FailedState, focusHeading, Skeleton } from '@site/ui';
import { GALLERY_KEY, statisticsQuery } from '../gallery/submissions.ts';
import { countOf, KIND_WORDS, kindFrom } from './kinds.ts';
import { Lightbox } from './lightbox.tsx';
import { PictureGrid, type PictureGridHandle } from './picture-grid.tsx';
import { useGalleryList, type GalleryList } from './use-gallery-list.ts';
import styles from './kaleidoscope-gallery.module.css';

/** How long a loaded list waits for its statistics. */
const NUMBERS_MILLISECONDS = 500;

/** The mark of the chosen kind follows the finger: a navigation that waits its turn would first put it back. */
const AT_ONCE = { replace: true, preventScrollReset: true, flushSync: true } as const;

/** In tenths where there are any. */
const average = (photos: number) => String(Math.round(photos * 10) / 10);

function Statistics({ pictures, photos, averagePhotos }: GalleryStatistics) {
  if (pictures === 0) return null;
  const facts = [
    [countOf(pictures, 'picture'), 'that visitors shared'],
    [countOf(photos, 'photo'), pictures > 1 ? 'in all of them' : 'in it'],
    // One picture's photos are all there are.
    ...(pictures > 1 ? ([[average(averagePhotos), 'photos a picture']] as const) : []),
  ] as const;
  return (
    <ul className={styles.facts} aria-label="Statistics">
      {facts.map(([number, words]) => (
        <li key={words}>
          <strong>{number}</strong> <span>{words}</span>
        </li>
      ))}
    </ul>
  );
}

interface KindFilterProps {
  readonly chosen: Exhibit | null;
  readonly onChoose: (kind: Exhibit | null) => void;
}

function KindFilter({ chosen, onChoose }: KindFilterProps) {
  const row = useRef<HTMLDivElement>(null);
  // On a phone the kinds are one row to swipe: the one of the address may lie beyond its edge. The page itself stays where it is.
  useEffect(() => {
    const { current } = row;
    const kind = current?.querySelector('label:has(:checked)')?.getBoundingClientRect();
    if (!current || !kind) return;
    const { left, width } = current.getBoundingClientRect();
    current.scrollLeft += kind.left + kind.width / 2 - left - width / 2;
  }, []);
  return (
    <fieldset className={styles.kinds}>
      <legend>Show</legend>
      <div ref={row} className={styles.kindRow}>
        {[null, ...EXHIBITS].map((kind) => (
          <label key={kind ?? 'all'} className={styles.kind}>
            <input type="radio" name="kind" checked={chosen === kind} onChange={() => onChoose(kind)} />
            <span>{kind ? KIND_WORDS[kind][1] : 'Everything'}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Empty({ kind }: { readonly kind: Exhibit | null }) {
  return (
    <EmptyState title={kind ? 'None of this kind yet' : 'The walls are empty'}>
      <p>Nobody has shared {kind ? 'such a picture' : 'a picture'} so far. Yours would be the first.</p>
      <ButtonLink to="/projects/cameras">Take a picture</ButtonLink>
    </EmptyState>
  );
}

function End({ list, onRetry }: { readonly list: GalleryList; readonly onRetry: () => void }) {
  if (list.rest === 'failed') {
    return (
      <FailedState title="The next pictures did not come" onRetry={onRetry}>
        <p>Those above stay as they are.</p>
      </FailedState>
    );
  }
  return (
    <p className={styles.end} role="status">
      {list.rest === 'end' ? `That is all: ${countOf(list.pictures.length, 'picture')}.` : 'Loading more pictures...'}
    </p>
  );
}

export function Component() {
  const [search, setSearch] = useSearchParams();
  const kind = kindFrom(search.get('kind'));
  const list = useGalleryList(kind);
  const statistics = useQuery(statisticsQuery);
  const client = useQueryClient();
  const { toast } = useHost();
  const [openId, setOpenId] = useState<string | null>(null);
  const grid = useRef<PictureGridHandle>(null);
  const isLastRemoved = useRef(false);
  const { pictures, rest } = list;

  const openIndex = openId === null ? -1 : pictures.findIndex(({ id }) => id === openId);
  const open = pictures[openIndex];
  const go = (index: number) => {
    setOpenId(pictures[index]?.id ?? null);
    // The last picture that is here is not the last there is.
    if (index >= pictures.length - 2 && rest === 'more') list.loadMore();
  };
  const close = () => {
    setOpenId(null);
    // After the dialog gave the focus back to where it was opened, which may be pictures away by now.
    requestAnimationFrame(() => grid.current?.focus(Math.max(openIndex, 0)));
  };
  // The pressed button goes: the focus waits where the page begins or, for further pictures, on the last that is here.
  const retry = () => {
    list.retry();
    focusHeading();
  };
  const retryRest = () => {
    list.loadMore();
    grid.current?.focus(Math.max(pictures.length - 1, 0));
  };
  const onRemoved = (isLookedAt: boolean) => {
    const neighbor = pictures[openIndex + 1] ?? pictures[openIndex - 1];
    list.refresh();
    // Who has gone on meanwhile stays there, and who has closed the picture sees none come up again.
    if (isLookedAt) {
      setOpenId(neighbor?.id ?? null);
      isLastRemoved.current = !neighbor;
    }
    if (!isLookedAt || !neighbor) toast({ title: 'Removed from gallery' });
    // The list on the page is right already; what is kept for the next visit is fetched anew then.
    void client.invalidateQueries({ queryKey: GALLERY_KEY, refetchType: 'none' });
    void client.refetchQueries({ queryKey: statisticsQuery.queryKey });
  };

  // Once the dialog is closed: before, nothing around it takes the focus.
  useEffect(() => {
    if (open || !isLastRemoved.current) return;
    isLastRemoved.current = false;
    focusHeading();
  }, [open]);

  const isAwaited = statistics.isPending && list.status !== 'loading';
  const [areLate, setLate] = useState(false);
  useEffect(() => {
    if (!isAwaited) return undefined;
    const timer = setTimeout(() => setLate(true), NUMBERS_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [isAwaited]);

  const waiting = <Skeleton shape="tiles" label="Loading pictures..." />;
  // Nothing that is in sight moves down when the numbers come: if they do not come at once, this visit goes without them.
  if (statistics.isPending && !areLate) return <div className={styles.gallery}>{waiting}</div>;
  return (
    <div className={styles.gallery}>
      <div className={styles.top}>
        {statistics.data && !areLate && <Statistics {...statistics.data} />}
        <KindFilter chosen={kind} onChoose={(next) => setSearch(next ? { kind: next } : {}, AT_ONCE)} />
      </div>
      {list.status === 'loading' && waiting}
      {list.status === 'failed' && (
        <FailedState title="The gallery did not answer" onRetry={retry}>
          <p>The cameras work without it: finished pictures can be downloaded, and saved once it is back.</p>
        </FailedState>
      )}
      {list.status === 'shown' && pictures.length === 0 && rest === 'end' && <Empty kind={kind} />}
      {list.status === 'shown' && (pictures.length > 0 || rest !== 'end') && (
        <>
          <PictureGrid
            key={kind ?? 'all'}
            ref={grid}
            pictures={pictures}
            isAll={rest === 'end'}
            onOpen={go}
            onNearEnd={() => rest === 'more' && list.loadMore()}
          />
          <End list={list} onRetry={retryRest} />
        </>
      )}
      {list.status !== 'loading' && (
        <nav className={styles.row} aria-label="Gallery">
          <ButtonLink look="quiet" to="/projects/cameras">
            Back to Cameras
          </ButtonLink>
        </nav>
      )}
      {open && (
        <Lightbox
          picture={open}
          index={openIndex}
          count={pictures.length}
          isAll={rest === 'end'}
          previous={openIndex > 0 ? () => go(openIndex - 1) : null}
          next={openIndex < pictures.length - 1 ? () => go(openIndex + 1) : null}
          onClose={close}
          onRemoved={onRemoved}
        />
      )}
    </div>
  );
}
