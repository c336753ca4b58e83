import type { ReactNode } from 'react';
import { plate } from '@site/ui';
import type { ResumeContent } from '../../resume-content.ts';
import { periodOf } from './period.ts';
import styles from './sections.module.css';

type Entries<Name extends keyof ResumeContent> = NonNullable<ResumeContent[Name]>;

interface SectionProps {
  readonly title: string;
  readonly look?: string | undefined;
  readonly entries: readonly { readonly key: string; readonly entry: ReactNode }[];
}

export function SectionTitle({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <h2 id={id} className={styles.title}>
      {children}
    </h2>
  );
}

/** A titled list on one pane of glass; renders nothing without entries. */
function Section({ title, look = '', entries }: SectionProps) {
  if (entries.length === 0) return null;
  const id = title.toLowerCase();
  return (
    <section aria-labelledby={id}>
      <SectionTitle id={id}>{title}</SectionTitle>
      <ul className={plate('glass', `bare-list ${styles.entries} ${look}`)}>
        {entries.map(({ key, entry }) => (
          <li key={key} className={styles.entry}>
            {entry}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Projects({ projects }: { readonly projects: Entries<'projects'> }) {
  const entries = projects.map(({ name, description, highlights = [] }) => ({
    key: name,
    entry: (
      <>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.words}>{[description, ...highlights].join(' ')}</p>
      </>
    ),
  }));
  return <Section title="Projects" look={styles.columns} entries={entries} />;
}

export function Skills({ skills }: { readonly skills: Entries<'skills'> }) {
  const entries = skills.map(({ name, keywords = [] }) => ({
    key: name,
    entry: (
      <>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.words}>{keywords.join(', ')}</p>
      </>
    ),
  }));
  return <Section title="Skills" look={styles.columns} entries={entries} />;
}

export function Education({ education }: { readonly education: Entries<'education'> }) {
  const entries = education.map(({ institution, area, studyType, startDate, endDate }) => ({
    key: `${area} ${startDate}`,
    entry: (
      <>
        <p className="digits strong">{periodOf(startDate, endDate)}</p>
        <h3 className={styles.name}>{area}</h3>
        <p className={styles.words}>{[studyType, institution].filter(Boolean).join(', ')}</p>
      </>
    ),
  }));
  return <Section title="Education" entries={entries} />;
}

export function Languages({ languages }: { readonly languages: Entries<'languages'> }) {
  const entries = languages.map(({ language, fluency }) => ({
    key: language,
    entry: (
      <>
        <h3 className={styles.name}>{language}</h3>
        {fluency && <p className={styles.words}>{fluency}</p>}
      </>
    ),
  }));
  return <Section title="Languages" entries={entries} />;
}
