import type { Place } from '@site/contracts';
import type { PriceKind } from '../prices/price-kind.ts';
import styles from './history.module.css';

interface FeedLinkProps {
  readonly kind: Pick<PriceKind, 'commodity' | 'pageWords'>;
  readonly place: Place;
  readonly item: string;
}

/** The item's weekly figure for feed readers; React moves the first link into the document's head, where they look for it. */
export function FeedLink({ kind, place, item }: FeedLinkProps) {
  const query = new URLSearchParams({ commodity: kind.commodity, region: place, item });
  const address = `/api/price-history.atom?${query.toString()}`;
  return (
    <>
      <link rel="alternate" type="application/atom+xml" title={`Weekly ${kind.pageWords}`} href={address} />
      <a className={styles.whole} href={address} type="application/atom+xml">
        Weekly feed (Atom)
      </a>
    </>
  );
}
