import { useCards } from '@site/host';
import { ButtonLink, Card, LinkRow } from '@site/ui';
import { CAMERA_SYSTEMS } from './camera-systems.ts';
import styles from './cameras.module.css';

export function Component() {
  const more = useCards('more');
  return (
    <div className={`stack ${styles.page}`}>
      <ul className={`bare-list ${styles.cards}`}>
        {CAMERA_SYSTEMS.map(({ link, ...system }) => (
          <li key={link}>
            <Card
              {...system}
              action={
                <ButtonLink to={link} aria-label={`Open Camera System: ${system.title}`}>
                  Open Camera System
                </ButtonLink>
              }
            />
          </li>
        ))}
      </ul>
      <nav className="row" aria-label="Cameras">
        <ButtonLink look="quiet" to="/projects/kaleidoscope-gallery">
          View Gallery
        </ButtonLink>
        <ButtonLink look="quiet" to="/projects">
          Back to Projects
        </ButtonLink>
      </nav>
      <LinkRow title="More experiments" links={more} />
    </div>
  );
}
