import { touchThrottle, createBrushes, type Brushes } from './brush.ts';
import { isSoftware } from './graphics.ts';
import { createPainter, type Moment, type Painter } from './painter.ts';
import { colorOf, paletteOf, PALETTES, type Palette } from './palettes.ts';
import { createGovernor, FIRST_LEVEL, LEVELS, pixelsOf, STILL_LEVEL } from './quality.ts';
import { pngOf, savedSize, savePicture } from './save.ts';
import { DEFAULT_SETTINGS, lossPerSecond, type Settings } from './settings.ts';
import { createStill } from './still.ts';
import { createTiltFlow } from './tilt-flow.ts';

/**
 * `mixing` waits for the graphics card to be ready, `laying` shows the first still as its strokes are laid, `flowing` and `standing`
 * have it, `lost` had it and waits to get it back, `plain` never gets it and shows the still that needs none.
 */
export type StudioState = 'mixing' | 'laying' | 'flowing' | 'standing' | 'lost' | 'plain';

export interface Readout {
  readonly width: number;
  readonly height: number;
  readonly strokes: number;
  readonly framesPerSecond: number;
  readonly tiltX: number;
  readonly tiltY: number;
}

/** The picture between its parts and the page: knows the window and the time. React sees a state now and then, and no frame. */
export interface Studio {
  readonly brushes: Brushes;
  readonly step: () => void;
  readonly draw: () => void;
  attach(canvas: HTMLCanvasElement, plain: HTMLCanvasElement, listener: StudioListener): () => void;
  set(settings: Settings): void;
  setPaused(paused: boolean): void;
  tilt(x: number, y: number, at: number): void;
  /** Pushes all the paint, as an arrow key does. */
  push(x: number, y: number): void;
  /** Begins again with the composition. */
  reset(): void;
  save(isLarge: boolean): Promise<Blob>;
}

interface StudioListener {
  state(state: StudioState): void;
  readout(readout: Readout): void;
}

const TICK_SECONDS = 1 / 60;
/** A machine that takes longer shows the paint in slow motion: larger steps would tear it. */
const MOST_TICKS = 3;
const READOUT_MILLISECONDS = 500;
/**
 * Until the second look at a still that is being laid; until each later one it is twice as long. Light's work on all of the picture
 * costs as much as some strokes, and the fine ones change less of it.
 */
const LOOK_MILLISECONDS = 400;
/** The still is taken at this second of the strokes' lives. */
const STILL_SECONDS = 12;
const PUSH_TICKS = 24;
/** Main thread's ms at a time for the picture without a graphics card. */
const PLAIN_BUDGET_MILLISECONDS = 12;
const MOST_PLAIN_RATIO = 1.5;

export function createStudio(isMobile: boolean): Studio {
  let settings: Settings = DEFAULT_SETTINGS;
  let palette: Palette = PALETTES[0]!;
  let canvas: HTMLCanvasElement | undefined;
  let plain: HTMLCanvasElement | undefined;
  let gl: WebGL2RenderingContext | undefined;
  let painter: Painter | undefined;
  let listener: StudioListener | undefined;
  let state: StudioState = 'mixing';
  let governor = createGovernor(FIRST_LEVEL);
  let paused = false;
  /** True until something moved: what then stands is the composed still. */
  let untouched = true;
  let seconds = STILL_SECONDS;
  let ticks = 0;
  let last = 0;
  let frames = 0;
  let since = 0;
  let pushX = 0;
  let pushY = 0;
  let pushTicks = 0;
  let width = 1;
  let height = 1;
  let plainPicture = 0;
  let stills = 0;
  let saves = 0;
  const tilt = createTiltFlow();
  const brushes = createBrushes(touchThrottle(isMobile), () =>
    [...palette.accents, palette.ground[0]!, palette.ground.at(-1)!].map(colorOf),
  );

  const level = () => (paused ? STILL_LEVEL : governor.level);

  function enter(next: StudioState): void {
    if (next === state) return;
    state = next;
    listener?.state(next);
  }
  function moment(dt: number): Moment {
    const pushes = pushTicks > 0;
    return {
      seconds,
      dt,
      dabs: dt > 0 ? brushes.take() : [],
      keep: (1 - lossPerSecond(settings.viscosity)) ** dt,
      reach: settings.brush / 100,
      tiltX: tilt.x + (pushes ? pushX : 0),
      tiltY: tilt.y + (pushes ? pushY : 0),
    };
  }
  function fit(): void {
    if (!canvas) return;
    const [wide, high] = pixelsOf(LEVELS[level()]!, width, height, window.devicePixelRatio || 1);
    if (canvas.width !== wide || canvas.height !== high) {
      canvas.width = wide;
      canvas.height = high;
    }
  }
  function show(): void {
    if (!painter || gl?.isContextLost()) return;
    stills += 1;
    const mine = stills;
    const isWanted = () => mine === stills && paused;
    let looked = -Infinity;
    let wait = LOOK_MILLISECONDS;
    const looks = () => {
      // A picture that hangs there already stays until the next is done.
      if (!isWanted() || (state !== 'mixing' && state !== 'laying')) return false;
      const now = performance.now();
      if (now - looked < wait) return false;
      if (looked > 0) wait *= 2;
      looked = now;
      fit();
      enter('laying');
      return true;
    };
    const ready = () => {
      if (!isWanted()) return false;
      fit();
      readOut(performance.now());
      enter('standing');
      return true;
    };
    const size = pixelsOf(LEVELS[STILL_LEVEL]!, width, height, window.devicePixelRatio || 1);
    void painter.paintStill(moment(0), size, { isWanted, looks, ready });
  }
  function readOut(now: number): void {
    if (!canvas) return;
    const framesPerSecond = frames > 0 && !paused ? (frames * 1000) / Math.max(1, now - since) : 0;
    const { strokes } = LEVELS[level()]!;
    listener?.readout({ width: canvas.width, height: canvas.height, strokes, framesPerSecond, tiltX: tilt.x, tiltY: tilt.y });
    frames = 0;
    since = now;
  }

  function step(): void {
    ticks = Math.min(MOST_TICKS, ticks + 1);
    pushTicks = Math.max(0, pushTicks - 1);
  }
  function draw(): void {
    // While a file is drawn the paint waits: its pieces must be of one moment.
    if (!painter || !gl || gl.isContextLost() || saves > 0 || ticks === 0) return;
    const now = performance.now();
    if (last > 0) governor.hear(now - last);
    last = now;
    fit();
    const dt = ticks * TICK_SECONDS;
    ticks = 0;
    seconds += dt;
    untouched = false;
    painter.paint(moment(dt), LEVELS[governor.level]!);
    frames += 1;
    if (now - since >= READOUT_MILLISECONDS) readOut(now);
  }

  function begin(): void {
    if (!painter) return;
    seconds = STILL_SECONDS;
    untouched = true;
    painter.begin(palette, width, height);
    if (paused) show();
    else enter('flowing');
  }
  async function setUp(): Promise<void> {
    const on = gl;
    if (!on) return;
    try {
      const made = await createPainter(on);
      if (gl !== on || on.isContextLost()) return;
      painter = made;
      governor = createGovernor(isSoftware(on) ? 0 : FIRST_LEVEL);
      begin();
    } catch {
      // A card taken away while it compiles comes back by its own event; anything else is a card that cannot paint this.
      if (on.isContextLost()) return;
      gl = undefined;
      paintPlain();
      enter('plain');
    }
  }
  /** The picture that needs no graphics card, a little at a time. */
  function paintPlain(): void {
    const context = plain?.getContext('2d', { alpha: false });
    if (!plain || !context) return;
    plainPicture += 1;
    const mine = plainPicture;
    const ratio = Math.min(MOST_PLAIN_RATIO, window.devicePixelRatio || 1);
    plain.width = Math.round(width * ratio);
    plain.height = Math.round(height * ratio);
    const still = createStill(context, palette, plain.width, plain.height);
    const on = plain;
    delete on.dataset['done'];
    const some = () => {
      if (mine !== plainPicture) return;
      if (still.paintSome(PLAIN_BUDGET_MILLISECONDS, () => performance.now())) on.dataset['done'] = palette.id;
      else setTimeout(some, 0);
    };
    some();
  }

  return {
    brushes,
    step,
    draw,
    attach(nextCanvas, nextPlain, nextListener) {
      canvas = nextCanvas;
      plain = nextPlain;
      listener = nextListener;
      width = Math.max(1, canvas.clientWidth);
      height = Math.max(1, canvas.clientHeight);
      gl = canvas.getContext('webgl2', { alpha: false, antialias: false, powerPreference: 'high-performance' }) ?? undefined;
      const lose = (event: Event) => {
        // Without this the browser never gives it back.
        event.preventDefault();
        painter = undefined;
        enter('lost');
        paintPlain();
      };
      const restore = () => void setUp();
      canvas.addEventListener('webglcontextlost', lose);
      canvas.addEventListener('webglcontextrestored', restore);
      let isFirst = true;
      const observer = new ResizeObserver(() => {
        if (isFirst) {
          isFirst = false;
          return;
        }
        width = Math.max(1, nextCanvas.clientWidth);
        height = Math.max(1, nextCanvas.clientHeight);
        if (state === 'plain' || state === 'lost') paintPlain();
        else if (untouched) begin();
        else {
          painter?.fit(width, height);
          if (paused) show();
        }
      });
      observer.observe(canvas);
      if (gl) void setUp();
      else {
        paintPlain();
        enter('plain');
      }
      return () => {
        observer.disconnect();
        nextCanvas.removeEventListener('webglcontextlost', lose);
        nextCanvas.removeEventListener('webglcontextrestored', restore);
        plainPicture += 1;
        stills += 1;
        painter = undefined;
        gl = undefined;
      };
    },
    set(next) {
      const turned = next.palette !== palette.id;
      settings = next;
      palette = paletteOf(next.palette) ?? palette;
      if (!turned) return;
      if (state === 'plain' || state === 'lost') paintPlain();
      else if (paused || untouched) begin();
      else painter?.turnTo(palette);
    },
    setPaused(next) {
      paused = next;
      last = 0;
      ticks = 0;
      brushes.clear();
      governor = createGovernor(governor.level);
      if (!painter) return;
      if (paused) show();
      else enter('flowing');
    },
    tilt: (x, y, at) => void tilt.hear(x, y, at),
    push(x, y) {
      pushX = x;
      pushY = y;
      pushTicks = PUSH_TICKS;
    },
    reset: begin,
    async save(isLarge) {
      if (!painter || !gl || gl.isContextLost()) {
        if (!plain) throw new Error('there is no picture yet');
        return pngOf(plain);
      }
      saves += 1;
      try {
        return await savePicture(painter, moment(0), ...savedSize(width, height, window.devicePixelRatio || 1, isLarge));
      } finally {
        saves -= 1;
        last = 0;
      }
    },
  };
}
