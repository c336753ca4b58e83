import { BouncingCircle } from '../bouncing/bouncing-circle.tsx';
import { PageFrame } from '../layout/page-frame.tsx';
import { JobEntry } from '../resume/job-entry.tsx';
import { resume } from '../resume/resume.ts';
import styles from './about.module.css';

export function AboutPage() {
  const { basics, work } = resume;
  return (
    <>
      <BouncingCircle colour="orange" />
      <PageFrame heading="Résumé" {...(basics.summary ? { lede: basics.summary } : {})}>
        <ol className={styles.jobs}>
          {work.map((job) => (
            <li key={`${job.name} ${job.startDate}`}>
              <JobEntry job={job} />
            </li>
          ))}
        </ol>
      </PageFrame>
    </>
  );
}
