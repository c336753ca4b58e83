import { startTransition, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { EXHIBITS, type Exhibit, type GalleryStatistics } from '@site/contracts';
import { useHost } from '@site/host';
import { useQuery, useQueryClient } from '@site/query';
import { useSearchParams } from '@site/router';
import { ButtonLink, EmptyState, FailedState, focusHeading, plate, Skeleton } from '@site/ui';
import { Steady } from '../engine/setup-panel.tsx';
import { GALLERY_KEY, statisticsQuery } from '../gallery/submissions.ts';
import { countOf, KIND_WORDS, kindFrom } from './kinds.ts';
import { Lightbox } from './lightbox.tsx';
import { PictureGrid, type PictureGridHandle } from './picture-grid.tsx';
import { useOpenPicture, type OpenPicture } from './use-open-picture.ts';
import { useGalleryList, type GalleryList } from './use-gallery-list.ts';
import styles from './kaleidoscope-gallery.module.css';

/** How long a loaded list waits for its statistics. */
const STATISTICS_WAIT_MILLISECONDS = 500;

/** Updates the chosen kind at once; a deferred navigation would first show the old one again. */
const AT_ONCE = { replace: true, preventScrollReset: true, flushSync: true } as const;

/** With one decimal if it is not zero. */
const average = (photos: number) => String(Math.round(photos * 10) / 10);

function Statistics({ pictures, photos, averagePhotos }: GalleryStatistics) {
  if (pictures === 0) return null;
  const facts = [
    [countOf(pictures, 'picture'), 'that visitors shared'],
    [countOf(photos, 'photo'), pictures > 1 ? 'in all of them' : 'in it'],
    // With a single picture there is no average.
    ...(pictures > 1 ? ([[average(averagePhotos), 'photos per picture']] as const) : []),
  ] as const;
  return (
    <ul className={`bare-list row start ${styles.facts}`} aria-label="Statistics">
      {facts.map(([number, words]) => (
        <li key={words} className="stack gap-0">
          <strong className={`heading-l digits ${styles.number}`}>{number}</strong> <span className="note">{words}</span>
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
  // On a phone the kinds are one row to swipe, and the chosen one may be beyond its edge. Only the row scrolls, not the page.
  useEffect(() => {
    const { current } = row;
    const kind = current?.querySelector('label:has(:checked)')?.getBoundingClientRect();
    if (!current || !kind) return;
    const { left, width } = current.getBoundingClientRect();
    current.scrollLeft += kind.left + kind.width / 2 - left - width / 2;
  }, []);
  return (
    // In its own block: in a flex column, WebKit counts the height of the legend twice.
    <div>
      <fieldset className={styles.kinds}>
        <legend className="strong">Show</legend>
        <div ref={row} className={`row gap-2 ${styles.kindRow}`}>
          {[null, ...EXHIBITS].map((kind) => (
            <label key={kind ?? 'all'} className={styles.kind}>
              <input className="cover" type="radio" name="kind" checked={chosen === kind} onChange={() => onChoose(kind)} />
              <span className={plate('pill', 'touch strong')}>{kind ? KIND_WORDS[kind][1] : 'Everything'}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </div>
  );
}

function Empty({ kind }: { readonly kind: Exhibit | null }) {
  return (
    <EmptyState title={kind ? 'None of this kind yet' : 'The walls are empty'}>
      <p>Nobody has shared {kind ? 'one' : 'a picture'} yet. Yours would be the first.</p>
      <ButtonLink to="/projects/cameras">Take a picture</ButtonLink>
    </EmptyState>
  );
}

/** The address names a picture that cannot be shown. */
function Trouble({ open }: { readonly open: OpenPicture }) {
  if (open.trouble === 'failed') {
    return (
      <FailedState title="The picture could not be loaded" onRetry={open.retry}>
        <p>The gallery did not respond. The other pictures are below.</p>
      </FailedState>
    );
  }
  if (open.trouble === null) return null;
  return (
    <p className={plate('solid', styles.missing)} role="status">
      There is no picture at this address: it was removed, or is awaiting approval by the owner of this site.
    </p>
  );
}

function End({ list, onRetry }: { readonly list: GalleryList; readonly onRetry: () => void }) {
  if (list.rest === 'failed') {
    return (
      <FailedState title="The next pictures could not be loaded" onRetry={onRetry}>
        <p>The pictures above are not affected.</p>
      </FailedState>
    );
  }
  return (
    <p className={plate('pill', styles.end)} role="status">
      {list.rest === 'end' ? `That is all: ${countOf(list.pictures.length, 'picture')}.` : 'Loading more pictures...'}
    </p>
  );
}

/** The link back. Mounted anew, it takes the focus if the previous one had it. */
function Back({ hadFocus }: { readonly hadFocus: RefObject<boolean> }) {
  const nav = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { current } = nav;
    if (hadFocus.current) current?.querySelector('a')?.focus({ preventScroll: true });
    return () => {
      hadFocus.current = !!current?.contains(document.activeElement);
    };
  }, [hadFocus]);
  return (
    <nav ref={nav} className="row" aria-label="Gallery">
      <ButtonLink look="quiet" to="/projects/cameras">
        Back to Cameras
      </ButtonLink>
    </nav>
  );
}

export function Component() {
  const [search, setSearch] = useSearchParams();
  const kind = kindFrom(search.get('kind'));
  const list = useGalleryList(kind);
  const statistics = useQuery(statisticsQuery);
  const client = useQueryClient();
  const { toast } = useHost();
  const grid = useRef<PictureGridHandle>(null);
  const open = useOpenPicture(list, kind, grid);
  const { pictures, rest } = list;

  // The pressed button disappears: the focus moves to the heading or, when loading more pictures, to the last loaded one.
  const retry = () => {
    list.retry();
    focusHeading();
  };
  const retryRest = () => {
    list.loadMore();
    grid.current?.focus(Math.max(pictures.length - 1, 0));
  };
  const onRemoved = (isStillOpen: boolean) => {
    // A visitor who has moved on is left where they are, and a closed lightbox does not open again.
    if (!isStillOpen || !open.leaveRemoved()) toast({ title: 'Removed from gallery' });
    // Only after the address has changed: otherwise the picture that it names would be missing, and the lightbox would close.
    startTransition(() => list.refresh());
    // The list on screen is already correct; the cached one is fetched again on the next visit.
    void client.invalidateQueries({ queryKey: GALLERY_KEY, refetchType: 'none' });
    void client.refetchQueries({ queryKey: statisticsQuery.queryKey });
  };

  const isAwaited = statistics.isPending && list.status !== 'loading';
  const [areLate, setLate] = useState(false);
  useEffect(() => {
    if (!isAwaited) return undefined;
    const timer = setTimeout(() => setLate(true), STATISTICS_WAIT_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [isAwaited]);

  const retryPending = () =>
    void client.resetQueries({ queryKey: GALLERY_KEY, predicate: ({ state }) => state.status === 'pending' });
  // As tall as the window: the Back link is below the fold, and nothing visible moves when the pictures arrive.
  const waiting = (
    <div className="tall">
      <Skeleton shape="tiles" label="Loading pictures..." onRetry={retryPending} />
    </div>
  );
  const hadFocus = useRef(false);
  // Remounted when the pictures arrive: moving an existing element counts as a layout shift.
  const back = <Back key={list.status} hadFocus={hadFocus} />;
  // Nothing visible may move if the statistics arrive late, so in that case this visit goes without them.
  if (statistics.isPending && !areLate) {
    return (
      <Steady key="waiting">
        <div className="stack gap-5">
          {waiting}
          {back}
        </div>
      </Steady>
    );
  }
  return (
    <Steady>
      <div className="stack gap-5">
        <div className={plate('solid', `stack gap-4 ${styles.top}`)}>
          {statistics.data && !areLate && <Statistics {...statistics.data} />}
          <KindFilter chosen={kind} onChoose={(next) => setSearch(next ? { kind: next } : {}, AT_ONCE)} />
        </div>
        <Trouble open={open} />
        {list.status === 'loading' && waiting}
        {list.status === 'failed' && (
          <FailedState title="The gallery did not respond" onRetry={retry}>
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
              isComplete={rest === 'end'}
              search={kind ? `?kind=${kind}` : ''}
              onNearEnd={() => rest === 'more' && list.loadMore()}
            />
            <End list={list} onRetry={retryRest} />
          </>
        )}
        {back}
        {open.picture && (
          <Lightbox
            picture={open.picture}
            index={open.index}
            count={pictures.length}
            isComplete={rest === 'end'}
            go={open.go}
            onClose={open.close}
            onRemoved={onRemoved}
          />
        )}
      </div>
    </Steady>
  );
}
