import { button } from '@site/ui';
import { BouncingCircle } from '../bouncing/bouncing-circle.tsx';
import { PageFrame } from '../layout/page-frame.tsx';
import { JobEntry } from '../resume/job-entry.tsx';
import { resume } from '../resume/resume.ts';
import { Education, Languages, Projects, SectionTitle, Skills } from '../resume/sections.tsx';
import { site } from '../site.ts';
import styles from './about.module.css';

/** A URL as it is printed. */
const readable = (href: string) => href.replace(/^https:\/\/(www\.)?/, '').replace(/\/$/, '');

/** The same content for other programs. */
const FILES = [
  ...(__HAS_RESUME_PDF__ ? [{ name: 'PDF', path: '/resume.pdf' }] : []),
  { name: 'Markdown', path: '/resume.md' },
  { name: 'JSON', path: '/resume.json' },
];

export function AboutPage() {
  const { basics, work, projects = [], skills = [], education = [], languages = [] } = resume;
  return (
    <>
      <BouncingCircle color="orange" />
      <PageFrame heading="Résumé" {...(basics.summary ? { lede: basics.summary } : {})}>
        <p className={styles.onPaper}>
          {Object.values(site.profiles).map((href) => (
            <a key={href} href={href}>
              {readable(href)}
            </a>
          ))}
        </p>
        <p className={`row gap-2 ${styles.files}`}>
          {FILES.map(({ name, path }) => (
            <a key={name} className={button('quiet')} href={path} download aria-label={`Download the résumé as ${name}`}>
              {name}
            </a>
          ))}
        </p>
        <div className={`stack ${styles.sections}`}>
          <section aria-labelledby="work">
            <SectionTitle id="work">Work</SectionTitle>
            <ol className={`bare-list stack gap-4 ${styles.jobs}`}>
              {work.map((job) => (
                <li key={`${job.name} ${job.startDate}`}>
                  <JobEntry job={job} />
                </li>
              ))}
            </ol>
          </section>
          <Projects projects={projects} />
          <Skills skills={skills} />
          <div className={`columns ${styles.pair}`}>
            <Education education={education} />
            <Languages languages={languages} />
          </div>
        </div>
      </PageFrame>
    </>
  );
}
