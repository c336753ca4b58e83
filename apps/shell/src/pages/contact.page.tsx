import { plate } from '@site/ui';
import { BouncingCircle } from '../bouncing/bouncing-circle.tsx';
import { Icon } from '../icon.tsx';
import { PageFrame } from '../layout/page-frame.tsx';
import { site } from '../site.ts';
import styles from './contact.module.css';

const links = [
  { name: 'LinkedIn', href: site.profiles.linkedin },
  { name: 'Instagram', href: site.profiles.instagram },
  { name: 'X', href: site.profiles.x },
];

export function ContactPage() {
  return (
    <>
      <BouncingCircle color="neon" />
      <PageFrame heading="Contact">
        <ul className="bare-list stack gap-4">
          {links.map(({ name, href }) => (
            <li key={name}>
              <a className={plate('glass', `link line between gap-4 ${styles.link}`)} href={href} target="_blank" rel="noopener">
                {name}
                <span className="visually-hidden"> (opens in a new tab)</span>
                <Icon shape="leave" className={styles.arrow} />
              </a>
            </li>
          ))}
        </ul>
      </PageFrame>
    </>
  );
}
