import { useCards } from '@site/host';
import { Link } from '@site/router';
import { ButtonLink, Card } from '@site/ui';
import { PageFrame } from '../layout/page-frame.tsx';
import styles from './projects.module.css';

export function ProjectsPage() {
  const projects = useCards('projects');
  const more = useCards('more');
  return (
    <PageFrame heading="Projects" lede="Small interactive experiments and public price viewers.">
      <ul className={styles.cards}>
        {projects.map(({ link, title, ...card }) => (
          <li key={link}>
            <Card
              {...card}
              title={title}
              action={
                <ButtonLink to={link} aria-label={`Open ${title}`}>
                  Open
                </ButtonLink>
              }
            />
          </li>
        ))}
        <li>
          <Card
            title="Draft Projects"
            description="New experiments and ideas in development, for those who know the password."
            tags={['Drafts']}
            date="In development"
            action={
              <ButtonLink to="/projects/drafts" look="quiet" aria-label="Open Draft Projects">
                Open
              </ButtonLink>
            }
          />
        </li>
      </ul>
      {more.length > 0 && (
        <section className={styles.more} aria-labelledby="more-experiments">
          <h2 id="more-experiments" className={styles.moreTitle}>
            More experiments
          </h2>
          <ul className={styles.moreLinks}>
            {more.map(({ link, title }) => (
              <li key={link}>
                <Link to={link}>{title}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </PageFrame>
  );
}
