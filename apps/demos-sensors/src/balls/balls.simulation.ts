import { createRandom } from '@site/sim';
import { observeSize } from '@site/stage';
import { createPicture, type BallsPicture, type Palette } from './balls.draw.ts';
import type { BallControls } from './balls.input.ts';
import * as model from './balls.model.ts';
import { DEFAULT_START, pullOf, tiltOf, type SimulationStart } from './balls.link.ts';
import type { Balls } from './balls.rules.ts';
import { runScenario } from './balls.scenarios.ts';
import { nextSimulation, type SimulationEvent, type SimulationState } from './balls.state.ts';
import { viewOf } from './balls.view.ts';
import { createFrameMeter } from './frame-meter.ts';

/** CSS px around the pointer within which a ball can be grabbed: a finger is wider than a ball. */
const GRAB_REACH = 22;
const BURST_REACH = 190;
/** CSS px per tick. */
const BURST_SPEED = 24;
const NUDGE_SPEED = 6;
const SHAKE_SPEED = 18;
const MAX_THROW = 60;
/**
 * If a tick takes longer than this, its substeps are spread over several frames: the balls move in slow motion, and the page
 * stays responsive. One substep of 33,333 balls may exceed the budget by its own duration.
 */
const STEP_BUDGET_MILLISECONDS = 10;
/** Low-pass filter for hand tremor: fraction of the way to a new tilt that gravity moves per tick. */
const TILT_SHARE = 0.15;

export interface Readout {
  readonly count: number;
  /** Work per frame (steps and drawing), averaged over the last half second. */
  readonly frameMilliseconds: number;
  readonly framesPerSecond: number;
  readonly fastest: number;
  readonly asleep: boolean;
  readonly gravityX: number;
  readonly gravityY: number;
}

/** Connects the model to the page: window size, picture, and the time per frame. A frame causes no render. */
export interface Simulation extends BallControls {
  readonly step: () => void;
  readonly draw: (ahead: number) => void;
  attach(canvas: HTMLCanvasElement, palette: Palette, onReadout: (readout: Readout) => void): () => void;
  setCount(count: number): void;
  /** What a link to this simulation carries. */
  start(): SimulationStart;
  setGravity(x: number, y: number): void;
  setPaused(paused: boolean): void;
  /** Shows a named run at a tick; returns false for an unknown name. */
  showScenario(name: string, ticks: number): boolean;
}

interface Vector {
  readonly x: number;
  readonly y: number;
}

const DOWN = pullOf(DEFAULT_START);

export function createSimulation(from: SimulationStart): Simulation {
  const meter = createFrameMeter(performance.now());
  let state: SimulationState = { phase: 'empty', isPaused: false };
  /** CSS px. */
  let shape = { width: 1, height: 1, count: from.count };
  let screen: { readonly picture: BallsPicture; readonly report: (readout: Readout) => void } | undefined;
  let random = createRandom(from.seed);
  /** Gravity follows the device's tilt. */
  let gravity: Vector = pullOf(from);
  let tilt = gravity;
  /** The device's own tilt, once it has reported one. */
  let deviceTilt: Vector | undefined;

  const view = () => viewOf(shape.width, shape.height, shape.count);

  function send(event: SimulationEvent): void {
    const [next, effects] = nextSimulation(state, event);
    state = next;
    for (const effect of effects) {
      if (effect === 'draw') draw(1);
      else readOut(performance.now());
    }
  }
  function fill(): void {
    random = createRandom(from.seed);
    const { width, height } = view();
    const balls = model.createBalls(width, height, random, shape.count);
    model.setGravity(balls, gravity.x, gravity.y);
    send({ type: 'fill', balls });
  }
  function readOut(now: number): void {
    if (state.phase === 'empty') return;
    const { count, fastest, asleep, gravityX, gravityY } = state.balls;
    const pace = meter.read(now);
    // While motion is paused, a new size or palette draws single frames, which do not amount to a frame rate.
    const framesPerSecond = state.phase === 'resting' ? 0 : pace.framesPerSecond;
    screen?.report({ count, ...pace, framesPerSecond, fastest, asleep, gravityX, gravityY });
  }
  function step(): void {
    if (state.phase === 'empty' || meter.stepped() > STEP_BUDGET_MILLISECONDS) return;
    const { balls } = state;
    const begin = performance.now();
    if (balls.work.substeps === 0) lean(balls);
    let done = false;
    let now = begin;
    while (!done && meter.stepped() + now - begin <= STEP_BUDGET_MILLISECONDS) {
      done = model.advance(balls);
      now = performance.now();
    }
    meter.addStep(now - begin);
  }
  function lean(balls: Balls): void {
    gravity = { x: gravity.x + (tilt.x - gravity.x) * TILT_SHARE, y: gravity.y + (tilt.y - gravity.y) * TILT_SHARE };
    model.setGravity(balls, gravity.x, gravity.y);
  }
  function draw(ahead: number): void {
    if (state.phase === 'empty' || !screen) return;
    const begin = performance.now();
    screen.picture.draw(state.balls, view().scale, ahead);
    const now = performance.now();
    if (meter.addFrame(now, now - begin)) readOut(now);
  }
  function fit(width: number, height: number): void {
    if (width < 1 || height < 1) return;
    shape = { ...shape, width, height };
    screen?.picture.fit(width, height, window.devicePixelRatio || 1);
    if (state.phase === 'empty') fill();
    else model.resize(state.balls, view().width, view().height);
    draw(1);
  }
  /** Input counts only while the simulation runs. */
  function withBalls(act: (balls: Balls, scale: number) => void): void {
    if (state.phase === 'rolling') act(state.balls, view().scale);
  }

  return {
    step,
    draw,
    attach(canvas, palette, report) {
      screen = { picture: createPicture(canvas, palette), report };
      const measure = () => fit(canvas.clientWidth, canvas.clientHeight);
      const stop = observeSize(canvas, measure);
      measure();
      return () => {
        stop();
        screen = undefined;
      };
    },
    setCount(count) {
      shape = { ...shape, count };
      fill();
    },
    start: () => ({ seed: from.seed, count: shape.count, ...tiltOf(gravity) }),
    setGravity(x, y) {
      deviceTilt = { x, y };
      tilt = deviceTilt;
    },
    setPaused: (isPaused) => send({ type: isPaused ? 'pause' : 'resume' }),
    showScenario(name, ticks) {
      const { width, height } = view();
      const balls = runScenario(name, ticks, width, height);
      if (balls) send({ type: 'fill', balls });
      return balls !== undefined;
    },
    grab(finger, x, y) {
      if (state.phase !== 'rolling') return false;
      const { scale } = view();
      const ball = model.ballAt(state.balls, x / scale, y / scale, GRAB_REACH / scale);
      if (ball >= 0) model.hold(state.balls, finger, ball, x / scale, y / scale);
      return ball >= 0;
    },
    drag: (finger, x, y) => withBalls((balls, scale) => model.carry(balls, finger, x / scale, y / scale)),
    throw(finger, speedX, speedY) {
      // A ball is released even while motion is paused; otherwise it would stay held.
      if (state.phase === 'empty') return;
      const shrink = Math.min(1, MAX_THROW / (Math.hypot(speedX, speedY) || 1)) / view().scale;
      model.release(state.balls, finger, speedX * shrink, speedY * shrink);
    },
    burst: (x, y) =>
      withBalls((balls, scale) => model.burst(balls, x / scale, y / scale, BURST_REACH / scale, BURST_SPEED / scale)),
    nudge: (x, y) => withBalls((balls) => model.nudge(balls, x * NUDGE_SPEED, y * NUDGE_SPEED)),
    shake: () => withBalls((balls) => model.scatter(balls, random, SHAKE_SPEED)),
    reset() {
      tilt = deviceTilt ?? DOWN;
      gravity = tilt;
      fill();
    },
  };
}
