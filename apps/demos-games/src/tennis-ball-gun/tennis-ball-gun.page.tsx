import { useCallback, useEffect, useRef, useState, type CSSProperties, type PointerEvent } from 'react';
import { dayOf } from '@site/contracts';
import { useHost, useMotionPaused } from '@site/host';
import { readScenario, useFrameLoop } from '@site/stage';
import { Button, FullScreenButton, isTyping, plate, sharePage, useReadouts } from '@site/ui';
import { decodeRun, type Run } from '@site/sim/tennis-ball-gun';
import type { Status } from './arena.state.ts';
import { createArena } from './arena.ts';
import type { DailyRun } from './daily-entries.ts';
import { attachPointer } from './game.input.ts';
import { SCENARIOS } from './game.scenarios.ts';
import { Overlay, type Play } from './overlay.tsx';
import { wordsOf } from './readout-words.ts';
import { readRecords } from './visitor-records.ts';
import styles from './tennis-ball-gun.module.css';

const MAX_SCENARIO_SECONDS = 120;
const RUN = '#run=';

const COUNTERS = [
  ['your', '#6cf28e'],
  ['enemy', '#ff9db8'],
  ['wave', '#7fd0ff'],
] as const;

/** The run in a replay link; null if the link has none, undefined if it is not a replay link. */
function readOffer(): Run | null | undefined {
  const { hash } = window.location;
  return hash.startsWith(RUN) ? (decodeRun(hash.slice(RUN.length)) ?? null) : undefined;
}

/** `?seed=7` plays the same game again. */
function newSeed(): number {
  const seed = Number(new URLSearchParams(window.location.search).get('seed') ?? Number.NaN);
  if (Number.isInteger(seed) && seed >= 0 && seed <= 0xffffffff) return seed;
  return window.crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}

const isLetter = (key: string): boolean => /^\p{L}$/u.test(key);

/** True for elements that use keys themselves: buttons, inputs and links. */
const isWidget = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, input, a, summary, select, textarea') !== null;

export function Component() {
  const [arena] = useState(createArena);
  const [status, setStatus] = useState<Status>({ phase: 'ready', watching: false, isSame: false });
  const [mode, setMode] = useState<Play>('endless');
  const [day, setDay] = useState(() => dayOf(Date.now()));
  // Kept while other runs are watched, until it is on the leaderboard or another game starts.
  const [finished, setFinished] = useState<DailyRun>();
  const [muted, setMuted] = useState(() => readRecords().muted);
  const [isHelpOpen, setIsHelpOpen] = useState(true);
  const [offered, setOffered] = useState(readOffer);
  const [scenario] = useState(() => readScenario(window.location.search, SCENARIOS, MAX_SCENARIO_SECONDS));
  const { motion, toast } = useHost();
  const motionPaused = useMotionPaused();
  const room = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const hall = useRef<HTMLCanvasElement>(null);
  const moving = useRef<HTMLCanvasElement>(null);
  const spoken = useRef<HTMLParagraphElement>(null);
  const readouts = useReadouts<keyof ReturnType<typeof wordsOf>>();
  const isStill = scenario !== undefined && !scenario.continues;
  const isPlaying = status.phase === 'running' || isStill;

  const play = useCallback(
    (begin: () => void) => {
      // Starting a game resumes motion, even if motion was paused from the start, but for this visit only.
      motion.setPaused(false, false);
      begin();
      stage.current?.focus();
    },
    [motion],
  );
  const mute = useCallback(
    (next: boolean) => {
      setMuted(next);
      arena.setMuted(next);
    },
    [arena],
  );
  useEffect(() => {
    const detach = arena.attach(hall.current!, moving.current!, stage.current!, {
      onStatus: (next) => {
        setStatus(next);
        const run = arena.dailyRun();
        if (run) setFinished(run);
      },
      onSpeak: (words) => {
        if (spoken.current) spoken.current.textContent = words;
      },
      onReadout: (readout) => readouts.show(wordsOf(readout)),
    });
    if (scenario) arena.showScenario(scenario.name, scenario.ticks, scenario.continues);
    return detach;
  }, [arena, readouts, scenario]);
  useEffect(() => attachPointer(stage.current!, arena.controls, arena.toField), [arena]);
  useEffect(() => arena.setMotion(!motionPaused), [arena, motionPaused]);
  useEffect(() => {
    const onHidden = () => document.visibilityState === 'hidden' && arena.pause();
    const onBlur = () => arena.pause();
    const onHash = () => setOffered(readOffer());
    document.addEventListener('visibilitychange', onHidden);
    window.addEventListener('blur', onBlur);
    window.addEventListener('hashchange', onHash);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      window.removeEventListener('blur', onBlur);
      window.removeEventListener('hashchange', onHash);
    };
  }, [arena]);
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      // An Escape that closes the menu is not for the game.
      if (event.defaultPrevented || isTyping(event)) return;
      // Page-wide letter shortcuts conflict with speech input and are easily triggered by accident (WCAG 2.1.4).
      if (isLetter(event.key) && !(event.target instanceof Node && room.current?.contains(event.target))) return;
      const key = event.key.toLowerCase();
      if (key === 'escape' && status.phase === 'paused') {
        if (!event.repeat) play(arena.resume);
      } else if (key === 'escape') arena.pause();
      else if (key === 'm' && !event.repeat) mute(!muted);
      else if (key === 'h' && !event.repeat) setIsHelpOpen((before) => !before);
      else if (status.phase === 'running' && !isWidget(event.target) && arena.controls.press(event.key)) event.preventDefault();
    };
    const up = (event: KeyboardEvent) => arena.controls.lift(event.key);
    window.addEventListener('keydown', down);
    window.addEventListener('keyup', up);
    return () => {
      window.removeEventListener('keydown', down);
      window.removeEventListener('keyup', up);
    };
  }, [arena, mute, muted, play, status.phase]);
  useFrameLoop(arena, isStill);

  const start = () => {
    setFinished(undefined);
    if (mode !== 'daily') return arena.start(mode, newSeed());
    const today = dayOf(Date.now());
    setDay(today);
    return arena.startDaily(today);
  };
  const share = async () => {
    const text = arena.runText();
    if (!text) return toast({ title: 'No link', description: 'This run is too long for a link.' });
    const link = `${window.location.origin}${window.location.pathname}${RUN}${text}`;
    return sharePage({ title: 'A run of Tennis Ball Gun', link }, toast);
  };
  const liftPad = ({ pointerId }: PointerEvent) => arena.controls.liftPad(pointerId);
  const pad = (move: -1 | 1) => ({
    onPointerDown: ({ pointerId }: PointerEvent) => arena.controls.pressPad(pointerId, move),
    onPointerUp: liftPad,
    onPointerCancel: liftPad,
    onPointerLeave: liftPad,
  });

  return (
    <div ref={room} className={`night window ${styles.room}`} data-phase={isStill ? 'still' : status.phase}>
      <div
        ref={stage}
        className={styles.stage}
        // Not in the tab order while a card covers it, but a game that starts moves the focus here, before it is rendered again.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the field takes keys while a game runs
        tabIndex={isPlaying ? 0 : -1}
        role="application"
        aria-label="Game field"
      >
        <canvas ref={hall} aria-hidden="true" />
        <canvas
          ref={moving}
          role="img"
          aria-label="A lit arena at night: gladiators climb down on cables toward a tennis ball cannon on the floor."
        />
      </div>
      <div className={plate('solid', `screen-only ${styles.board}`)}>
        <div>
          <p className={styles.title} aria-hidden="true">
            TENNIS BALL GUN
          </p>
          <p className="note">Defend against American Gladiators!</p>
        </div>
        <dl className={`line gap-5 ${styles.counters}`}>
          {COUNTERS.map(([name, color]) => (
            <div
              key={name}
              className={`stack gap-0 ${styles.counter} ${styles.tinted}`}
              style={{ '--tint': color } as CSSProperties}
            >
              <dt>{name.toUpperCase()}</dt>
              <dd {...readouts.place(name)}>{name === 'wave' ? 1 : 0}</dd>
            </div>
          ))}
        </dl>
        <dl className={`line between gap-4 nowrap note digits ${styles.fine}`}>
          <div>
            <dt>Accuracy</dt>
            <dd {...readouts.place('accuracy')}>no shots yet</dd>
          </div>
          <div>
            <dt>Streak</dt>
            <dd {...readouts.place('streak')}>0</dd>
          </div>
          <div>
            <dt>Best wave</dt>
            <dd {...readouts.place('best')}>0</dd>
          </div>
        </dl>
      </div>
      <Overlay
        status={isStill ? { ...status, phase: 'running' } : status}
        mode={mode}
        onMode={setMode}
        onStart={() => play(start)}
        onResume={() => play(arena.resume)}
        onWatch={() => offered && play(() => arena.watch(offered))}
        onShare={() => void share()}
        offered={offered}
        summary={readouts.place('summary')}
        day={day}
        finished={finished}
        onEntered={(run) => setFinished((kept) => (kept === run ? undefined : kept))}
        onWatchEntry={(run) => play(() => arena.watch(run))}
        isHelpOpen={isHelpOpen}
      />
      <div className={`screen-only line gap-2 ${styles.bar}`}>
        <button type="button" className={plate('solid', styles.pad)} aria-label="Move left" hidden={!isPlaying} {...pad(-1)}>
          ←
        </button>
        <button type="button" className={plate('solid', styles.pad)} aria-label="Move right" hidden={!isPlaying} {...pad(1)}>
          →
        </button>
        <Button look="quiet" disabled={status.phase !== 'running'} onClick={arena.pause}>
          Pause
        </Button>
        <Button look="quiet" aria-pressed={muted} onClick={() => mute(!muted)}>
          Mute
        </Button>
        <span className={styles.full}>
          <FullScreenButton />
        </span>
      </div>
      <p ref={spoken} className="visually-hidden" role="status" />
    </div>
  );
}
