import { GLADIATORS, HIT_DAMAGE, KINDS, type Kind } from './rules.ts';
import styles from './tennis-ball-gun.module.css';

const NAMES: Readonly<Record<Kind, string>> = { red: 'Red', blue: 'Blue', green: 'Green', yellow: 'Yellow' };

const CONTROLS = [
  ['Mouse', 'aims; hold a button to fire'],
  ['A D or ← →', 'move the cannon'],
  ['Q E, Space', 'turn the barrel, fire'],
  ['Touch', 'drag to aim and fire, pads to move'],
  ['Gamepad', 'left stick moves, right stick aims, trigger fires'],
  ['Esc, M, H', 'pause or resume, mute, hide this panel'],
] as const;

export function HowToPlay() {
  return (
    <section className={styles.how} aria-labelledby="how-to-play">
      <h3 id="how-to-play" className={styles.howTitle}>
        How to Play
      </h3>
      <p className={styles.howText}>
        Gladiators climb down. Stop them before they reach the floor: each that lands counts for the enemy, each that falls counts
        for you. A green cross means ready, a red X means reloading.
      </p>
      <dl className={styles.keys}>
        {CONTROLS.map(([key, what]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <ul className={styles.kinds}>
        {KINDS.map((kind) => (
          <li key={kind} className={styles.kind} data-kind={kind}>
            {NAMES[kind]}: {Math.ceil(GLADIATORS[kind].health / HIT_DAMAGE)} hits
            {GLADIATORS[kind].shield ? ', shield' : ''}
          </li>
        ))}
      </ul>
      <p className={styles.howText}>
        A shield stops one ball, then needs three seconds. Balls bounce six times, foam blocks crumble and come back with every
        wave, and a wave lasts thirty seconds. Letter keys work while the game has the focus.
      </p>
    </section>
  );
}
