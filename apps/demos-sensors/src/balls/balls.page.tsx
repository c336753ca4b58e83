import { useEffect, useRef, useState } from 'react';
import { useHost, useMotionPaused } from '@site/host';
import { readScenario, useFrameLoop } from '@site/stage';
import { Button, FullScreenButton, PlacardButtons, ReadoutList, sharePage, Switch, useReadouts } from '@site/ui';
import { Exhibit, Slider } from '../exhibit/exhibit.tsx';
import { useMotion } from '../exhibit/use-motion.ts';
import { attachBallControls } from './balls.input.ts';
import { linkOf, readStart } from './balls.link.ts';
import { BALL_COUNT, GRAVITY, MAX_BALLS } from './balls.rules.ts';
import { SCENARIOS } from './balls.scenarios.ts';
import { createSimulation, type Readout } from './balls.simulation.ts';
import { areFiguresShown, saveFiguresShown } from './figures-shown.ts';
import { paletteOf } from './palette.ts';
import styles from './balls.module.css';

const MAX_SCENARIO_SECONDS = 30;

const KEYS =
  'Drag balls, one with each finger, and throw them; click for a burst; tilt or shake a phone. While the tray has focus: arrow keys push, Space bursts, S shakes, R starts over; H hides this placard.';
const HOW_IT_WORKS =
  'Sixty times a second, gravity adds 0.2 pixels per tick to the speed of every ball, in eight substeps, or up to sixteen where balls are fast. In each one a grid finds the neighbors, overlapping balls are pushed apart, and fast contacts bounce: two balls keep 0.9 of their speed, a ball at a wall 0.8. Energy that the pushing adds is removed again, so it never rises by itself, and a pile that rests for a second falls asleep.';

const numbers = new Intl.NumberFormat('en-US');

/** 90° is straight down the screen, 0° to its right. */
function wordsOf({ count, frameMilliseconds, framesPerSecond, fastest, asleep, gravityX, gravityY }: Readout) {
  const angle = Math.round((Math.atan2(gravityY, gravityX) * 180) / Math.PI);
  return {
    count: `${numbers.format(count)} balls`,
    frame: framesPerSecond > 0 ? `${frameMilliseconds.toFixed(1)} ms a frame, ${framesPerSecond.toFixed(0)} a second` : 'idle',
    fastest: asleep ? 'at rest' : `${fastest.toFixed(1)} px/tick`,
    gravity: `${Math.hypot(gravityX, gravityY).toFixed(2)} px/tick², ${angle}°`,
  };
}

export function Component() {
  const [start] = useState(() => readStart(window.location.search));
  const [simulation] = useState(() => createSimulation(start));
  const [count, setCount] = useState(start.count);
  const [showsFigures, setShowsFigures] = useState(areFiguresShown);
  const [still] = useState(() => readScenario(window.location.search, SCENARIOS, MAX_SCENARIO_SECONDS));
  const isStill = still !== undefined;
  const paused = useMotionPaused();
  const { toast } = useHost();
  const motion = useMotion({
    pull: (x, y) => simulation.setGravity(x * GRAVITY, y * GRAVITY),
    shake: () => simulation.shake(),
  });
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const readouts = useReadouts<keyof ReturnType<typeof wordsOf>>();

  useEffect(() => {
    const scheme = window.matchMedia('(prefers-color-scheme: dark)');
    let detach = () => {};
    const attach = () => {
      detach();
      detach = simulation.attach(canvas.current!, paletteOf(canvas.current!), (readout) => {
        readouts.show(wordsOf(readout));
      });
    };
    attach();
    scheme.addEventListener('change', attach);
    if (still) simulation.showScenario(still.name, still.ticks);
    return () => {
      scheme.removeEventListener('change', attach);
      detach();
    };
  }, [simulation, readouts, still]);
  useEffect(() => attachBallControls(stage.current!, simulation), [simulation]);
  useEffect(() => simulation.setPaused(paused || isStill), [simulation, paused, isStill]);
  useFrameLoop(simulation, isStill);

  const choose = (next: number) => {
    setCount(next);
    simulation.setCount(next);
  };
  const reset = () => {
    choose(BALL_COUNT);
    simulation.reset();
  };
  const toggleFigures = (isShown: boolean) => {
    setShowsFigures(isShown);
    saveFiguresShown(isShown);
  };
  const share = () => {
    const { href } = window.location;
    void sharePage({ title: '333 Balls', link: isStill ? href : linkOf(simulation.start(), href) }, toast);
  };

  return (
    <Exhibit
      className={styles.balls}
      title="333 Balls"
      sentence="Three hundred and thirty-three balls that fall whichever way you tilt the phone."
      stageName="Tray of balls"
      keys={KEYS}
      stage={stage}
      canvas={<canvas ref={canvas} className="cover" />}
      motion={motion}
      enableMotion="ENABLE MOTION"
      motionMissing="No motion sensor responded, so the balls fall straight down."
      howItWorks={HOW_IT_WORKS}
    >
      {/* Hidden, not removed, so that the figures are current when they are shown again. */}
      <div hidden={!showsFigures}>
        <ReadoutList
          readouts={readouts}
          rows={[
            ['Tray', 'count', `${numbers.format(count)} balls`],
            ['Work', 'frame', 'idle'],
            ['Fastest', 'fastest', 'at rest'],
            ['Gravity', 'gravity', '0.20 px/tick², 90°'],
          ]}
        />
      </div>
      <Switch isOn={showsFigures} onChange={toggleFigures}>
        Engine figures
      </Switch>
      <Slider
        label="Number of balls"
        min={BALL_COUNT}
        max={MAX_BALLS}
        step={1000}
        value={count}
        valueText={`${numbers.format(count)} balls`}
        onChange={choose}
      />
      <PlacardButtons>
        <Button look="quiet" onClick={reset}>
          Reset
        </Button>
        <Button look="quiet" disabled={paused || isStill} onClick={() => simulation.shake()}>
          Shake
        </Button>
        <FullScreenButton />
        <Button look="quiet" onClick={share}>
          Share
        </Button>
      </PlacardButtons>
    </Exhibit>
  );
}
