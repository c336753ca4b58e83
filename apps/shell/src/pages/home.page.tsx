import { Link } from '@site/router';
import { site } from '../site.ts';
import styles from './home.module.css';

const circles = [
  { label: 'Résumé', to: '/about', look: styles.resume },
  { label: 'Projects', to: '/projects', look: styles.projects },
  { label: 'Shop', to: '/portfolio', look: styles.shop },
  { label: 'Contact', to: '/contact', look: styles.contact },
];

export function HomePage() {
  return (
    <>
      <h1 className="visually-hidden" tabIndex={-1}>
        {site.ownerName}
      </h1>
      <ul className={styles.stage}>
        {circles.map(({ label, to, look }) => (
          <li key={to} className={styles.item}>
            <Link to={to} className={`${styles.circle} ${look}`}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
