import { useEffect, useRef } from 'react';
import { Button, plate, type ReadoutProps } from '@site/ui';
import type { Mode, Run } from '@site/sim/tennis-ball-gun';
import type { Status } from './arena.state.ts';
import { DailyBoard } from './daily-board.tsx';
import type { DailyRun } from './daily-entries.ts';
import { HowToPlay } from './how-to-play.tsx';
import styles from './tennis-ball-gun.module.css';

/** What a visitor may choose to play. */
export type Play = Mode | 'daily';

interface OverlayProps {
  readonly status: Status;
  readonly mode: Play;
  readonly onMode: (mode: Play) => void;
  readonly onStart: () => void;
  readonly onResume: () => void;
  readonly onWatch: () => void;
  readonly onShare: () => void;
  /** The run in a replay link; null for a link without one. */
  readonly offered: Run | null | undefined;
  readonly summary: ReadoutProps;
  /** Calendar day of the daily challenge, UTC. */
  readonly day: string;
  /** The visitor's own daily run, until it is entered. */
  readonly finished: DailyRun | undefined;
  readonly onEntered: (run: DailyRun) => void;
  readonly onWatchEntry: (run: Run) => void;
  readonly isHelpOpen: boolean;
}

const MODES = [
  ['endless', 'Endless', 'wave after wave'],
  ['challenge', 'Challenge', 'ends after ten enemies'],
  ['daily', 'Daily', 'the same 45 seconds for everybody'],
] as const;

const HEADINGS = {
  ready: 'AMERICAN GLADIATORS DEFENSE',
  running: '',
  paused: 'PAUSED',
  over: 'CHALLENGE OVER',
  watched: 'END OF REPLAY',
} as const;

export function Overlay(props: OverlayProps) {
  const { status, mode, onMode, onStart, onResume, onWatch, onShare, offered, summary, isHelpOpen } = props;
  const { day, finished, onEntered, onWatchEntry } = props;
  const { phase, watching, isSame } = status;
  const heading = useRef<HTMLHeadingElement>(null);
  // Focus the heading, not a button: a visitor who still holds Space to fire would press the button.
  useEffect(() => {
    if (phase !== 'ready' && phase !== 'running') heading.current?.focus();
  }, [phase]);
  const isOffered = !!offered && phase !== 'paused';
  const isStartMain = !isOffered && phase !== 'paused';
  const begin = (
    <Button className={isStartMain ? styles.start : undefined} onClick={onStart}>
      START GAME
    </Button>
  );
  return (
    <div className={`screen-only ${styles.overlay}`} hidden={phase === 'running'}>
      <div className={plate('solid', `stack ${styles.card}`)}>
        <div className={`line ${styles.words}`}>
          <div className={`stack start gap-4 ${styles.offer}`}>
            <h2 ref={heading} className={styles.heading} tabIndex={-1}>
              {HEADINGS[phase]}
            </h2>
            {/* The main button before all other text: a low window or large text leaves room for little more than the heading and this button. */}
            {phase === 'paused' && (
              <Button className={styles.start} onClick={onResume}>
                {watching ? 'RESUME REPLAY' : 'RESUME'}
              </Button>
            )}
            {isOffered && (
              <Button className={styles.start} onClick={onWatch}>
                WATCH REPLAY
              </Button>
            )}
            {isStartMain && begin}
            <p {...summary} hidden={phase === 'ready'} />
            {phase === 'watched' && (
              <p>{isSame ? 'Same score as the recorded run.' : 'This replay ended differently from the recorded run.'}</p>
            )}
            {phase === 'ready' && offered === null && <p>This replay link is damaged: its run is incomplete.</p>}
            {isOffered && (
              <p>
                A recorded run: {offered.mode === 'challenge' ? 'Challenge' : 'Endless'}, {Math.round(offered.ticks / 60)}{' '}
                seconds.
              </p>
            )}
            {!isStartMain && begin}
            {/* In a block of its own: in a flex column, WebKit adds the height of a legend twice. */}
            <div className={`screen-only ${styles.choices}`}>
              <fieldset>
                <legend className="note">Game</legend>
                {MODES.map(([value, name, note]) => (
                  <label key={value} className={`line ${styles.mode}`}>
                    <input type="radio" name="mode" value={value} checked={mode === value} onChange={() => onMode(value)} />
                    <span>
                      <strong>{name}</strong>, {note}
                    </span>
                  </label>
                ))}
              </fieldset>
            </div>
            {phase !== 'ready' && (
              <Button look="quiet" className="screen-only" onClick={onShare}>
                Share this run
              </Button>
            )}
          </div>
          {mode === 'daily' && phase !== 'running' && (
            <DailyBoard day={day} finished={finished} onEntered={onEntered} onWatch={onWatchEntry} />
          )}
          {mode !== 'daily' && isHelpOpen && <HowToPlay />}
        </div>
      </div>
    </div>
  );
}
