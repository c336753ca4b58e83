import { useEffect, useId, useRef, useState } from 'react';
import { useHost, useMotionPaused } from '@site/host';
import { useFrameLoop } from '@site/stage';
import { Button } from '@site/ui';
import { attachHands } from './balls.input.ts';
import { BALL_COUNT } from './balls.model.ts';
import { SCENARIOS } from './balls.scenarios.ts';
import { createTray, type Readout } from './balls.tray.ts';
import { paletteOf } from './palette.ts';
import { useMotion } from './use-motion.ts';
import styles from './balls.module.css';

const MOST_BALLS = 33_333;
/** Up to this width the placard begins folded: the balls own the window. */
const PHONE_WIDTH = 768;
const MOST_SCENARIO_SECONDS = 30;

const numbers = new Intl.NumberFormat('en-US');

/** 90° is straight down the screen, 0° to its right. */
function wordsOf({ count, frameMilliseconds, framesPerSecond, fastest, asleep, gravityX, gravityY }: Readout) {
  const angle = Math.round((Math.atan2(gravityY, gravityX) * 180) / Math.PI);
  return {
    count: `${numbers.format(count)} balls`,
    frame:
      framesPerSecond > 0 ? `${frameMilliseconds.toFixed(1)} ms a frame, ${framesPerSecond.toFixed(0)} a second` : 'standing',
    fastest: asleep ? 'at rest' : `${fastest.toFixed(1)} px a tick`,
    gravity: `${Math.hypot(gravityX, gravityY).toFixed(2)} px a tick², ${angle}°`,
  };
}

/** `?scenario=burst&at=4` shows that run, four seconds in, and stands still. */
function readStill(): { readonly name: string; readonly ticks: number } | undefined {
  const search = new URLSearchParams(window.location.search);
  const name = search.get('scenario') ?? '';
  const seconds = Math.min(Math.max(Number(search.get('at')) || 0, 0), MOST_SCENARIO_SECONDS);
  return Object.hasOwn(SCENARIOS, name) ? { name, ticks: Math.round(seconds * 60) } : undefined;
}

export function Component() {
  const [tray] = useState(createTray);
  const [count, setCount] = useState(BALL_COUNT);
  const [shown, setShown] = useState(true);
  const [open, setOpen] = useState(() => window.innerWidth > PHONE_WIDTH);
  const [still] = useState(readStill);
  const isStill = still !== undefined;
  const paused = useMotionPaused();
  const { toast } = useHost();
  const { motion, offered, enable } = useMotion(tray);
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const readouts = useRef<HTMLDListElement>(null);
  const id = useId();

  useEffect(() => {
    const scheme = window.matchMedia('(prefers-color-scheme: dark)');
    let detach = () => {};
    const attach = () => {
      detach();
      detach = tray.attach(canvas.current!, paletteOf(canvas.current!), (readout) => {
        for (const [name, words] of Object.entries(wordsOf(readout))) {
          const place = readouts.current?.querySelector(`[data-readout=${name}]`);
          if (place) place.textContent = words;
        }
      });
    };
    attach();
    scheme.addEventListener('change', attach);
    if (still) tray.showScenario(still.name, still.ticks);
    return () => {
      scheme.removeEventListener('change', attach);
      detach();
    };
  }, [tray, still]);
  useEffect(() => attachHands(stage.current!, tray), [tray]);
  useEffect(() => tray.setPaused(paused || isStill), [tray, paused, isStill]);
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'h' && !event.ctrlKey && !event.metaKey && !event.altKey) setShown((before) => !before);
    };
    window.addEventListener('keydown', toggle);
    return () => window.removeEventListener('keydown', toggle);
  }, []);
  useFrameLoop(tray, isStill);

  const toggleFullScreen = () =>
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  const share = async () => {
    const link = window.location.href;
    try {
      if (navigator.share) await navigator.share({ title: '333 Balls', url: link });
      else {
        await navigator.clipboard.writeText(link);
        toast({ title: 'Link copied' });
      }
    } catch (error) {
      const cancelled = error instanceof DOMException && error.name === 'AbortError';
      if (!cancelled) toast({ title: 'This page’s link', description: link });
    }
  };
  const choose = (next: number) => {
    setCount(next);
    tray.setCount(next);
  };

  return (
    <div className={styles.room}>
      <div
        ref={stage}
        className={styles.stage}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tray takes keys: it is an instrument
        tabIndex={0}
        role="application"
        aria-label="Tray of balls"
        aria-describedby={`${id}-keys`}
      >
        <canvas ref={canvas} className={styles.canvas} />
      </div>
      {offered && (
        <div className={styles.motion}>
          <Button onClick={() => void enable()}>ENABLE MOTION</Button>
          <p className={styles.motionWords} role="status">
            {motion === 'refused' && 'Motion was refused. Allow motion sensors in this site’s browser settings, then tap again.'}
            {motion === 'missing' && 'No motion sensor answers here, so the balls fall straight down.'}
          </p>
        </div>
      )}
      <section className={styles.placard} aria-labelledby={`${id}-title`} hidden={!shown}>
        <div className={styles.top}>
          <h2 id={`${id}-title`} className={styles.title}>
            333 Balls
          </h2>
          <Button look="quiet" aria-expanded={open} aria-controls={`${id}-body`} onClick={() => setOpen(!open)}>
            {open ? 'Fold' : 'Unfold'}
          </Button>
        </div>
        <div id={`${id}-body`} className={styles.body} hidden={!open}>
          <p className={styles.sentence}>Three hundred and thirty-three balls that fall where the phone tilts.</p>
          <dl ref={readouts} className={styles.readouts}>
            <dt>Tray</dt>
            <dd data-readout="count">{numbers.format(count)} balls</dd>
            <dt>Work</dt>
            <dd data-readout="frame">standing</dd>
            <dt>Fastest</dt>
            <dd data-readout="fastest">at rest</dd>
            <dt>Gravity</dt>
            <dd data-readout="gravity">0.20 px a tick², 90°</dd>
          </dl>
          <label className={styles.slider}>
            Number of balls
            <input
              type="range"
              min={BALL_COUNT}
              max={MOST_BALLS}
              step={1000}
              value={count}
              aria-valuetext={`${numbers.format(count)} balls`}
              onChange={(event) => choose(Number(event.target.value))}
            />
          </label>
          <div className={styles.buttons}>
            <Button look="quiet" onClick={() => choose(BALL_COUNT)}>
              Reset
            </Button>
            <Button look="quiet" disabled={paused || isStill} onClick={() => tray.shake()}>
              Shake
            </Button>
            {document.fullscreenEnabled && (
              <Button look="quiet" onClick={() => void toggleFullScreen()}>
                Full screen
              </Button>
            )}
            <Button look="quiet" onClick={() => void share()}>
              Share
            </Button>
          </div>
          <details className={styles.how}>
            <summary>How it works</summary>
            <p id={`${id}-keys`}>
              Drag a ball and throw it, click to burst, tilt or shake a phone. With the tray in focus: arrow keys push, Space
              bursts, S shakes, R starts again; H hides this placard.
            </p>
            <p>
              Sixty times a second every ball falls by 0.2 pixels per tick squared, in eight slices. In each slice a grid finds
              the neighbours, overlaps are pushed apart, and what met fast parts again: two balls at 0.9 of their speed, ball and
              wall at 0.8. What the pushing gave too much is taken back, so energy never rises by itself, and a pile that rests
              for a second falls asleep.
            </p>
          </details>
        </div>
      </section>
    </div>
  );
}
