import { useServices } from '../services.ts';
import { plate } from '@site/ui';
import styles from './override-badge.module.css';

/** Names the releases that only this visitor sees, so that a trial is not mistaken for the live site. */
export function OverrideBadge() {
  const { overrides } = useServices();
  if (overrides.length === 0) return null;
  return (
    <aside className={plate('solid', `screen-only small anywhere ${styles.badge}`)} aria-label="Releases that only you see">
      <details>
        <summary>{overrides.length === 1 ? '1 override' : `${overrides.length} overrides`}</summary>
        <ul className={styles.list}>
          {overrides.map(({ app, release }) => (
            <li key={app}>
              {app} <code>{release}</code>
            </li>
          ))}
        </ul>
        {/* A plain link: another set of releases needs another document. */}
        <a href="?override=none" className="touch">
          Show the live version
        </a>
      </details>
    </aside>
  );
}
