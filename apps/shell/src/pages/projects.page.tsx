import { useCards } from '@site/host';
import { LinkRow } from '@site/ui';
import { PageFrame } from '../layout/page-frame.tsx';
import { ProjectCard } from './project-card.tsx';
import styles from './projects.module.css';

export function ProjectsPage() {
  const projects = useCards('projects');
  const more = useCards('more');
  return (
    <PageFrame heading="Projects" lede="Small interactive experiments and public price viewers.">
      <ul className={`bare-list columns gap-5 ${styles.cards}`}>
        {projects.map((card, index) => (
          <ProjectCard key={card.link} {...card} index={index} />
        ))}
        <ProjectCard
          link="/projects/drafts"
          index={projects.length}
          look="quiet"
          title="Draft Projects"
          description="New experiments and ideas in development, behind a password."
          tags={['Drafts']}
          date="In development"
        />
      </ul>
      <div className={styles.more}>
        <LinkRow title="More experiments" links={more} />
      </div>
    </PageFrame>
  );
}
