import { plate } from '@site/ui';
import type { Job } from '../../resume-content.ts';
import { periodOf } from './period.ts';
import styles from './job-entry.module.css';

export function JobEntry({ job }: { readonly job: Job }) {
  const { name, position, url, startDate, endDate, summary, highlights = [], images = [] } = job;
  return (
    <article className={plate('glass', styles.job)}>
      <p className={`digits strong ${styles.years}`}>{periodOf(startDate, endDate)}</p>
      <div className={styles.text}>
        <h3 className={styles.name}>{url ? <a href={url}>{name}</a> : name}</h3>
        {position && <p className={`strong ${styles.position}`}>{position}</p>}
        <p className={styles.summary}>{summary}</p>
        {highlights.length > 0 && (
          <ul className={styles.highlights}>
            {highlights.map((highlight) => (
              <li key={highlight}>{highlight}</li>
            ))}
          </ul>
        )}
        {images.length > 0 && (
          <div className={`row ${styles.images}`}>
            {images.map((path) => (
              <img key={path} src={path} alt="" loading="lazy" className={styles.image} />
            ))}
          </div>
        )}
      </div>
    </article>
  );
}
