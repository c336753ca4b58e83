import { STILL_SIZE, STILL_WIDTHS, stillFile, type BootRemote, type StillScheme } from '@site/contracts';

/** On a phone a card is as wide as the window, otherwise a third of the page. */
const SIZES = '(width < 46rem) calc(100vw - 2rem), 24rem';

/** Some browsers show a broken-image icon for a picture that cannot be loaded, even if its alt text is empty. */
function hide(picture: HTMLImageElement) {
  picture.style.visibility = 'hidden';
}

/** A picture in the document may have failed before this code arrived. */
function hideBroken(picture: HTMLImageElement | null) {
  if (picture?.complete && picture.currentSrc !== '' && picture.naturalWidth === 0) hide(picture);
}

interface StillProps {
  readonly remotes: readonly BootRemote[];
  /** Path of the page. */
  readonly of: string;
  /** True for a picture that most windows show without scrolling: it is fetched at once, before the scripts. */
  readonly isFirst: boolean;
}

/** The still of a remote's page, from the release that is live; nothing for a page without one. It repeats what the card says. */
export function Still({ remotes, of, isFirst }: StillProps) {
  const remote = remotes.find(({ routes }) => routes.some(({ path }) => path === of));
  const name = remote?.routes.find(({ path }) => path === of)?.still;
  if (!remote || name === undefined) return null;
  const set = (scheme: StillScheme): string =>
    STILL_WIDTHS.map(({ width }) => `${remote.base}${stillFile(name, scheme, width)} ${width}w`).join(', ');
  return (
    <picture>
      <source media="(prefers-color-scheme: dark)" srcSet={set('dark')} sizes={SIZES} />
      <img
        ref={hideBroken}
        onError={({ currentTarget }) => hide(currentTarget)}
        onLoad={({ currentTarget }) => {
          currentTarget.style.visibility = '';
        }}
        srcSet={set('light')}
        sizes={SIZES}
        {...STILL_SIZE}
        alt=""
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
      />
    </picture>
  );
}
