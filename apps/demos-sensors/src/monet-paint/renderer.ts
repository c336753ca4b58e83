import { createBrushes, touchThrottle } from './brush.ts';
import { sizeOf, watchSize } from './canvas-size.ts';
import { isSoftware, watchContext } from './gpu.ts';
import { createPaintClock } from './paint-clock.ts';
import { createPaintHistory, type PaintHistory } from './paint-history.ts';
import { createPaintForces } from './paint-forces.ts';
import { createPainter, type KeptPaint, type Moment, type Painter } from './painter.ts';
import { brushColorsOf, paletteOf, PALETTES } from './palettes.ts';
import { copyForPaper } from './paper.ts';
import { createPictureHold } from './picture-hold.ts';
import { createPlainPicture, type PlainPicture } from './plain-picture.ts';
import { createGovernor, FIRST_LEVEL, LEVELS, pixelsOf, QUICK_STILL_LEVEL, sizeCanvas, STILL_LEVEL } from './quality.ts';
import { pngOf, savedSize, savePicture } from './save.ts';
import { DEFAULT_SETTINGS, lossPerSecond, type Settings } from './settings.ts';
import type { Renderer, RendererListener } from './renderer.interface.ts';
import { MIXING, nextRenderer, type RendererEffect, type RendererEvent } from './renderer.state.ts';

interface Screen {
  readonly canvas: HTMLCanvasElement;
  readonly plain: PlainPicture;
  readonly listener: RendererListener;
  readonly width: number;
  readonly height: number;
}

interface Gpu {
  readonly gl: WebGL2RenderingContext;
  /** Undefined until the GPU has compiled the programs. */
  readonly painter?: Painter;
  /** Its copies are on the GPU, and are lost with it. */
  readonly history?: PaintHistory;
}

/** Simulation time of the still, in seconds. */
const STILL_SECONDS = 12;

export function createRenderer(isMobile: boolean): Renderer {
  const clock = createPaintClock(STILL_SECONDS);
  const forces = createPaintForces();
  let state = MIXING;
  let settings: Settings = DEFAULT_SETTINGS;
  let screen: Screen | undefined;
  let gpu: Gpu | undefined;
  let governor = createGovernor(FIRST_LEVEL);
  let changes = 0;
  /** Aborted when the still that is being drawn is no longer wanted. */
  let unfinishedStill = new AbortController();
  const hold = createPictureHold((event: 'reset' | 'resized' | 'palette-changed') => send(event));
  const palette = () => paletteOf(settings.palette) ?? PALETTES[0]!;
  const brushColors = () => brushColorsOf(palette());
  // Paint at rest takes no strokes.
  const brushes = createBrushes(touchThrottle(isMobile), brushColors, () => !state.isPaused && record());

  /** The painter, while the graphics context exists. */
  const painterNow = () => (gpu?.gl.isContextLost() ? undefined : gpu?.painter);
  const levelOfStill = () => (state.showing === 'refining' ? QUICK_STILL_LEVEL : STILL_LEVEL);
  const quality = () => LEVELS[state.isPaused ? levelOfStill() : governor.level]!;

  function send(event: RendererEvent): void {
    const { showing } = state;
    const [next, effects] = nextRenderer(state, event);
    state = next;
    if (next.showing !== showing) screen?.listener.state(next.showing);
    for (const effect of effects) run(effect);
  }
  function run(effect: RendererEffect): void {
    if (effect === 'draw-still') return drawStill();
    if (effect === 'show-still') return showStill();
    if (effect === 'rest') return rest();
    if (effect === 'record') return record();
    if (!screen) return;
    changes += 1;
    const { plain, width, height } = screen;
    if (effect === 'paint-plain') plain.paint(palette(), width, height);
    else if (effect === 'fit') gpu?.painter?.fit(width, height);
    else if (effect === 'change-palette') gpu?.painter?.changePalette(palette());
    else {
      clock.setSeconds(STILL_SECONDS);
      gpu?.painter?.begin(palette(), width, height);
    }
  }
  function rest(): void {
    unfinishedStill.abort();
    clock.rest();
    brushes.clear();
    governor = createGovernor(governor.level);
  }
  function moment(dt: number): Moment {
    return {
      seconds: clock.seconds(),
      dt,
      dabs: dt > 0 ? brushes.take() : [],
      keep: (1 - lossPerSecond(settings.viscosity)) ** dt,
      reach: settings.brush / 100,
      ...forces.now(),
    };
  }
  function fitCanvas(): void {
    if (!screen) return;
    const { canvas, width, height } = screen;
    sizeCanvas(canvas, pixelsOf(quality(), width, height, window.devicePixelRatio || 1));
  }
  function showStill(): void {
    const painter = painterNow();
    if (!painter) return;
    fitCanvas();
    painter.show(moment(0), quality());
    readOut(performance.now());
  }
  function drawStill(): void {
    unfinishedStill.abort();
    const painter = painterNow();
    if (!painter || !screen) return;
    unfinishedStill = new AbortController();
    const { signal } = unfinishedStill;
    const ready = () => {
      if (signal.aborted) return false;
      send('still-done');
      fitCanvas();
      readOut(performance.now());
      return true;
    };
    const size = pixelsOf(LEVELS[STILL_LEVEL]!, screen.width, screen.height, window.devicePixelRatio || 1);
    void painter.paintStill(moment(0), size, { isWanted: () => !signal.aborted, ready });
  }
  function createHistory(painter: Painter): PaintHistory {
    return createPaintHistory(
      {
        keep: () => painter.keep(clock.seconds()),
        restore(kept: KeptPaint) {
          painter.restore(kept);
          clock.setSeconds(kept.seconds);
          changes += 1;
          send('restored');
        },
        drop: painter.drop,
      },
      (undoable) => screen?.listener.undoable(undoable),
    );
  }
  /** The GPU's history; undefined while the picture must not change. */
  const historyNow = () => (painterNow() && !hold.isOn() ? gpu?.history : undefined);
  const record = () => historyNow()?.record();
  function readOut(now: number): void {
    const measured = clock.readFramesPerSecond(now);
    const framesPerSecond = state.isPaused ? 0 : measured;
    const { strokes } = quality();
    const { width = 0, height = 0 } = screen?.canvas ?? {};
    screen?.listener.readout({ width, height, strokes, framesPerSecond, ...forces.tiltAlone() });
  }
  function step(): void {
    clock.tick();
    forces.tick();
  }
  function draw(): void {
    const painter = painterNow();
    if (!painter || hold.isOn()) return;
    const now = performance.now();
    const frame = clock.takeFrame(now);
    if (!frame) return;
    if (frame.sinceLast !== undefined) governor.addFrame(frame.sinceLast);
    fitCanvas();
    send('moved');
    const next = moment(frame.dt);
    changes += next.dabs.length;
    painter.paint(next, LEVELS[governor.level]!);
    if (clock.isReadoutDue(now)) readOut(now);
  }
  async function setUp(gl: WebGL2RenderingContext): Promise<void> {
    try {
      const painter = await createPainter(gl);
      if (gpu?.gl !== gl || gl.isContextLost()) return;
      gpu = { gl, painter, history: createHistory(painter) };
      governor = createGovernor(isSoftware(gl) ? 0 : FIRST_LEVEL);
      send('gpu-ready');
    } catch {
      // A context lost while compiling is restored by its own event; any other error means that this GPU cannot render the picture.
      if (gl.isContextLost()) return;
      gpu = undefined;
      send('gpu-missing');
    }
  }

  return {
    brushes,
    step,
    draw,
    attach(canvas, plain, listener) {
      screen = { canvas, plain: createPlainPicture(plain), listener, ...sizeOf(canvas) };
      const gl = canvas.getContext('webgl2', { alpha: false, antialias: false, powerPreference: 'high-performance' });
      const unwatch = watchContext(canvas, {
        lost() {
          if (gl) gpu = { gl };
          listener.undoable({ canUndo: false, canRedo: false });
          send('gpu-lost');
        },
        restored: () => void (gl && setUp(gl)),
      });
      const unsize = watchSize(canvas, () => {
        screen = screen && { ...screen, ...sizeOf(canvas) };
        hold.request('resized');
      });
      const unprint = copyForPaper(canvas, screen.plain, () => {
        showStill();
        return painterNow() !== undefined;
      });
      gpu = gl ? { gl } : undefined;
      if (gl) void setUp(gl);
      else send('gpu-missing');
      return () => {
        unsize();
        unwatch();
        unprint();
        screen?.plain.stop();
        unfinishedStill.abort();
        gpu = undefined;
        send('left');
      };
    },
    set(next) {
      const isChanged = next.palette !== settings.palette;
      settings = next;
      if (isChanged) hold.request('palette-changed');
    },
    setPaused: (isPaused) => send(isPaused ? 'pause' : 'resume'),
    tilt: forces.tilt,
    push(x, y) {
      changes += 1;
      forces.push(x, y);
    },
    reset: () => hold.request('reset'),
    undo: () => void historyNow()?.undo(),
    redo: () => void historyNow()?.redo(),
    changes: () => changes,
    async save(isLarge) {
      const painter = painterNow();
      if (!screen) throw new Error('there is no picture yet');
      if (!painter) return pngOf(screen.plain.canvas);
      const size = savedSize(screen.width, screen.height, window.devicePixelRatio || 1, isLarge);
      return hold.during(() => savePicture(painter, moment(0), ...size)).finally(() => clock.rest());
    },
  };
}
