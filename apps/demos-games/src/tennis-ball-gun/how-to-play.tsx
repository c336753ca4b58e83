import type { CSSProperties } from 'react';
import { GLADIATORS, HIT_DAMAGE, KINDS, type Kind } from '@site/sim/tennis-ball-gun';
import styles from './tennis-ball-gun.module.css';

interface Look {
  readonly name: string;
  readonly color: string;
  readonly shape: string;
}

const LOOKS: Readonly<Record<Kind, Look>> = {
  red: { name: 'Red', color: '#ff8a8a', shape: 'polygon(50% 0, 100% 100%, 0 100%)' },
  blue: { name: 'Blue', color: '#8cc6ff', shape: 'circle()' },
  green: { name: 'Green', color: '#6fe891', shape: 'polygon(60% 0, 10% 60%, 45% 60%, 35% 100%, 90% 40%, 55% 40%)' },
  yellow: { name: 'Yellow', color: '#ffd84f', shape: 'polygon(50% 0, 100% 50%, 50% 100%, 0 50%)' },
};

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
    <section className={`stack small ${styles.how}`} aria-labelledby="how-to-play">
      <h3 id="how-to-play" className="heading-l">
        How to Play
      </h3>
      <p>
        Gladiators climb down. Stop them before they reach the floor: each one that lands counts for the enemy, and each one that
        you stop counts for you. A green cross means ready, a red X means reloading.
      </p>
      <dl className={styles.keys}>
        {CONTROLS.map(([key, what]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd className="soft">{what}</dd>
          </div>
        ))}
      </dl>
      <ul className="bare-list columns gap-1" style={{ '--columns': 2, '--column': '0px' } as CSSProperties}>
        {KINDS.map((kind) => (
          <li key={kind} className={styles.tinted} style={{ '--tint': LOOKS[kind].color } as CSSProperties}>
            <span className={styles.shape} style={{ clipPath: LOOKS[kind].shape }} aria-hidden="true" />
            {LOOKS[kind].name}: {Math.ceil(GLADIATORS[kind].health / HIT_DAMAGE)} hits
            {GLADIATORS[kind].shield ? ', shield' : ''}
          </li>
        ))}
      </ul>
      <p>
        A shield stops one ball, then takes three seconds to recharge. Balls bounce six times, foam blocks crumble and come back
        with every wave, and a wave lasts thirty seconds. Letter keys work while the game has focus.
      </p>
    </section>
  );
}
