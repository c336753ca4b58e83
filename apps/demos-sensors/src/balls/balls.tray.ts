import { createRandom } from '@site/sim';
import { createPicture, type BallsPicture, type Palette } from './balls.draw.ts';
import type { Hands } from './balls.input.ts';
import * as model from './balls.model.ts';
import { BALL_COUNT, GRAVITY, type Balls } from './balls.rules.ts';
import { runScenario } from './balls.scenarios.ts';
import { viewOf, type View } from './balls.view.ts';

/** CSS px around the pointer in which a ball can be taken: a finger is wider than a ball. */
const GRAB_REACH = 22;
const BURST_REACH = 190;
/** CSS px per tick. */
const BURST_SPEED = 24;
const NUDGE_SPEED = 6;
const SHAKE_SPEED = 18;
const MOST_THROW = 60;
/**
 * A machine that needs longer for its ticks takes them slice by slice over several frames: the tray moves in slow motion,
 * the page does not stand. One slice of 33,333 balls may go over by its own length.
 */
const STEP_BUDGET_MILLISECONDS = 10;
const READOUT_MILLISECONDS = 500;
/** Share of the way to a new tilt that gravity goes in a tick: the rest is the hand's tremble. */
const TILT_SHARE = 0.15;
const SEED = 333;

export interface Readout {
  readonly count: number;
  /** Work of a frame (steps and drawing), mean of the last half second. */
  readonly frameMilliseconds: number;
  readonly framesPerSecond: number;
  readonly fastest: number;
  readonly asleep: boolean;
  readonly gravityX: number;
  readonly gravityY: number;
}

/** The tray between model and page: knows the window, the picture and the time it takes. React never sees a frame of it. */
export interface Tray extends Hands {
  readonly step: () => void;
  readonly draw: (ahead: number) => void;
  attach(canvas: HTMLCanvasElement, palette: Palette, onReadout: (readout: Readout) => void): () => void;
  setCount(count: number): void;
  setGravity(x: number, y: number): void;
  setPaused(paused: boolean): void;
  /** Shows a named run at a tick; false if there is none of that name. */
  showScenario(name: string, ticks: number): boolean;
}

export function createTray(): Tray {
  let count: number = BALL_COUNT;
  let cssWidth = 1;
  let cssHeight = 1;
  let view: View = viewOf(1, 1, count);
  let balls: Balls | undefined;
  let picture: BallsPicture | undefined;
  let report: (readout: Readout) => void = () => {};
  let random = createRandom(SEED);
  let gravityX = 0;
  let gravityY = GRAVITY;
  let tiltX = 0;
  let tiltY = GRAVITY;
  let paused = false;
  let work = 0;
  let workOfSecond = 0;
  let frames = 0;
  let since = performance.now();

  function fill(): void {
    random = createRandom(SEED);
    balls = model.createBalls(view.width, view.height, random, count);
    model.setGravity(balls, gravityX, gravityY);
    draw(1);
    readOut(performance.now());
  }
  function readOut(now: number): void {
    if (!balls) return;
    report({
      count: balls.count,
      frameMilliseconds: frames > 0 ? workOfSecond / frames : 0,
      framesPerSecond: frames > 0 ? (frames * 1000) / Math.max(now - since, 1) : 0,
      fastest: balls.fastest,
      asleep: balls.asleep,
      gravityX: balls.gravityX,
      gravityY: balls.gravityY,
    });
    frames = 0;
    workOfSecond = 0;
    since = now;
  }
  function step(): void {
    if (!balls || work > STEP_BUDGET_MILLISECONDS) return;
    const begin = performance.now();
    if (balls.work.slices === 0) lean(balls);
    let done = false;
    let now = begin;
    while (!done && work + now - begin <= STEP_BUDGET_MILLISECONDS) {
      done = model.advance(balls);
      now = performance.now();
    }
    work += now - begin;
  }
  function lean(all: Balls): void {
    gravityX += (tiltX - gravityX) * TILT_SHARE;
    gravityY += (tiltY - gravityY) * TILT_SHARE;
    model.setGravity(all, gravityX, gravityY);
  }
  function draw(ahead: number): void {
    if (!balls || !picture) return;
    const begin = performance.now();
    picture.draw(balls, view.scale, ahead);
    const now = performance.now();
    workOfSecond += work + now - begin;
    work = 0;
    frames += 1;
    if (now - since >= READOUT_MILLISECONDS) readOut(now);
  }
  function fit(width: number, height: number): void {
    if (width < 1 || height < 1) return;
    cssWidth = width;
    cssHeight = height;
    view = viewOf(width, height, count);
    picture?.fit(width, height, window.devicePixelRatio || 1);
    if (balls) model.resize(balls, view.width, view.height);
    else fill();
    draw(1);
  }
  /** Inputs of the hands; while motion is paused they would pile up unseen, so they do nothing. */
  function withBalls(act: (balls: Balls) => void): void {
    if (balls && !paused) act(balls);
  }

  return {
    step,
    draw,
    attach(canvas, palette, onReadout) {
      picture = createPicture(canvas, palette);
      report = onReadout;
      const measure = () => fit(canvas.clientWidth, canvas.clientHeight);
      const observer = new ResizeObserver(measure);
      observer.observe(canvas);
      measure();
      return () => {
        observer.disconnect();
        picture = undefined;
      };
    },
    setCount(next) {
      count = next;
      view = viewOf(cssWidth, cssHeight, count);
      fill();
    },
    setGravity(x, y) {
      tiltX = x;
      tiltY = y;
    },
    setPaused(next) {
      paused = next;
      if (balls) readOut(performance.now());
    },
    showScenario(name, ticks) {
      const shown = runScenario(name, ticks, view.width, view.height);
      if (!shown) return false;
      balls = shown;
      draw(1);
      readOut(performance.now());
      return true;
    },
    grab(finger, x, y) {
      if (!balls || paused) return false;
      const reach = GRAB_REACH / view.scale;
      const ball = model.ballAt(balls, x / view.scale, y / view.scale, reach);
      if (ball >= 0) model.hold(balls, finger, ball, x / view.scale, y / view.scale);
      return ball >= 0;
    },
    drag: (finger, x, y) => withBalls((all) => model.carry(all, finger, x / view.scale, y / view.scale)),
    throw(finger, speedX, speedY) {
      if (!balls) return;
      const shrink = Math.min(1, MOST_THROW / (Math.hypot(speedX, speedY) || 1)) / view.scale;
      model.release(balls, finger, speedX * shrink, speedY * shrink);
    },
    burst: (x, y) =>
      withBalls((all) => model.burst(all, x / view.scale, y / view.scale, BURST_REACH / view.scale, BURST_SPEED / view.scale)),
    nudge: (x, y) => withBalls((all) => model.nudge(all, x * NUDGE_SPEED, y * NUDGE_SPEED)),
    shake: () => withBalls((all) => model.scatter(all, random, SHAKE_SPEED)),
    reset: fill,
  };
}
