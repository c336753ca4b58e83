import { ButtonLink, plate } from '@site/ui';
import { PageFrame } from '../layout/page-frame.tsx';
import styles from './prose.module.css';

/** The template's own words: capitals, and STORE where the menu says Shop. */
const items = [
  { name: 'RESUME', leadsTo: 'the résumé', path: '/about' },
  { name: 'PROJECTS', leadsTo: 'the list of projects', path: '/projects' },
  { name: 'STORE', leadsTo: 'the shop', path: '/portfolio' },
  { name: 'CONTACT', leadsTo: 'the contact page', path: '/contact' },
];

export function HeaderTestPage() {
  return (
    <PageFrame heading="Header Test" lede="A static template that describes the menu in the header.">
      <div className={plate('glass', styles.prose)}>
        <h2>The menu</h2>
        <p>
          The round button at the upper right opens the menu; while it is open, its icon is an X. Pressing the X or Escape,
          clicking outside the menu, or choosing an item closes it. The name at the upper left leads to the home page.
        </p>
        <h2>Its items</h2>
        <dl className={`stack ${styles.list}`}>
          {items.map(({ name, leadsTo, path }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                leads to {leadsTo}, <code>{path}</code>
              </dd>
            </div>
          ))}
        </dl>
        <p>
          <ButtonLink to="/projects" look="quiet">
            Back to Projects
          </ButtonLink>
        </p>
      </div>
    </PageFrame>
  );
}
