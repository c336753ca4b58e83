import { useMemo, useRef } from 'react';
import { place, type Walls } from '../bouncing/bouncing.model.ts';
import { useBouncing } from '../bouncing/use-bouncing.ts';
import { Bubble, type Hold } from '../home/bubble.tsx';
import { site } from '../site.ts';
import styles from './home.module.css';

/** Sizes and positions are in the style sheet; speeds are in px per tick and move each pair apart. */
const bubbles = [
  { id: 'bio', label: 'Résumé', to: '/about', look: styles.resume, vx: -0.3, vy: 0.24 },
  { id: 'projects', label: 'Projects', to: '/projects', look: styles.projects, vx: 0.42, vy: -0.3 },
  { id: 'store', label: 'Shop', to: '/portfolio', look: styles.shop, vx: 0.34, vy: -0.26 },
  { id: 'contact', label: 'Contact', to: '/contact', look: styles.contact, vx: -0.46, vy: 0.38 },
];

/** The large circle of every page has this name (backdrop.module.css), so that the browser animates one into the other. */
const LARGE_CIRCLE = 'page-circle';

/** The edges of the whole page: those of the screen, unless the page is longer. */
function pageWalls(stage: HTMLElement): Walls {
  const page = stage.offsetParent ?? document.documentElement;
  const left = -stage.offsetLeft;
  const top = -stage.offsetTop;
  return { left, top, right: left + page.clientWidth, bottom: top + page.clientHeight };
}

export function HomePage() {
  const { refOf, twinOf, circleAt, draw } = useBouncing({ velocities: bubbles, wallsOf: pageWalls, meet: true });

  const discs = useRef<(HTMLElement | null)[]>([]);

  const holds = useMemo(
    () =>
      bubbles.map((_, index): Hold => {
        let grip = { x: 0, y: 0 };
        return {
          grab(x, y) {
            const found = circleAt(index);
            if (!found) return;
            found.circle.held = true;
            grip = { x: x - found.circle.x, y: y - found.circle.y };
          },
          drag(x, y) {
            const found = circleAt(index);
            if (!found) return;
            place(found.room, found.circle, x - grip.x, y - grip.y);
            draw();
          },
          release(velocity) {
            const found = circleAt(index);
            if (!found) return;
            Object.assign(found.circle, velocity, { held: false });
          },
          grow() {
            discs.current[index]?.style.setProperty('view-transition-name', LARGE_CIRCLE);
          },
        };
      }),
    [circleAt, discs, draw],
  );

  return (
    <>
      <h1 className="visually-hidden" tabIndex={-1}>
        {site.ownerName}
      </h1>
      <ul className={`bare-list ${styles.stage}`}>
        {bubbles.map(({ id, label, to, look }, index) => (
          <li key={id}>
            <span
              ref={(element) => {
                discs.current[index] = element;
                twinOf(index)(element);
              }}
              className={`${styles.disc} ${look}`}
              aria-hidden="true"
            />
            <Bubble ref={refOf(index)} to={to} className={`${styles.circle} ${look}`} hold={holds[index]!}>
              <span className={styles.label}>{label}</span>
            </Bubble>
          </li>
        ))}
      </ul>
    </>
  );
}
