import { useCards, useHost } from '@site/host';
import { ButtonLink, Card, LinkRow } from '@site/ui';
import { PageFrame } from '../layout/page-frame.tsx';
import styles from './projects.module.css';

export function ProjectsPage() {
  const projects = useCards('projects');
  const more = useCards('more');
  const { isBeingBuilt } = useHost();
  return (
    <PageFrame heading="Projects" lede="Small interactive experiments and public price viewers.">
      <ul className={`bare-list ${styles.cards}`}>
        {projects.map(({ link, title, ...card }) => (
          <li key={link}>
            <Card
              {...card}
              title={title}
              isBeingBuilt={isBeingBuilt(link)}
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
            description="New experiments and ideas in development, behind a password."
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
      <div className={styles.more}>
        <LinkRow title="More experiments" links={more} isBeingBuilt={isBeingBuilt} />
      </div>
    </PageFrame>
  );
}
