import { plate } from '@site/ui';
import type { ShopItem } from '../../shop-content.ts';
import styles from './shop-items.module.css';

/** A grid of items, each a link to the page that sells it; 'Coming Soon' while there are none. */
export function ShopItems({ items }: { readonly items: readonly ShopItem[] }) {
  if (items.length === 0) return <p className={styles.soon}>Coming Soon</p>;
  return (
    <ul className={`bare-list columns gap-5 ${styles.grid}`}>
      {items.map(({ title, price, link, image }) => (
        <li key={link}>
          <a className={plate('glass', `stack gap-2 ${styles.item}`)} href={link} target="_blank" rel="noopener">
            <img className={styles.image} src={image} alt="" width="400" height="400" loading="lazy" />
            <span className={`heading-l anywhere ${styles.title}`}>{title}</span>
            <span className="digits">{price}</span>
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
