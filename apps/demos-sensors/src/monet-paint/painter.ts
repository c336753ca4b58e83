// One file because a frame is one sequence of passes over the same textures; what a pass computes is in shaders.ts.
import { createRandom } from '@site/sim';
import { MAX_DABS, type Dab } from './brush.ts';
import { driftBytes, pigmentBytes } from './composition.ts';
import {
  clear,
  compile,
  copyTarget,
  createPaintTarget,
  createInstances,
  createPair,
  createTarget,
  createTexture,
  finishAll,
  GraphicsError,
  removePaintTarget,
  removeTarget,
  rendersHalfFloats,
  type PaintTarget,
  type Input,
  type Instances,
  type Pair,
  type Program,
  type Target,
} from './graphics.ts';
import type { Palette } from './palettes.ts';
import { cellsOf, PICTURE_PASSES, planPasses, type Pass, type Quality } from './quality.ts';
import * as shaders from './shaders.ts';
import { BRISTLE_SIZE, bristleBytes, createStrokes, MAX_STROKES, STROKE_FLOATS, strokeFloats } from './strokes.ts';

/** Cells along a side of the flow, pigment and drift fields. */
const FLOW_SIDE = 96;
const PIGMENT_SIDE = 224;
const DRIFT_SIDE = 64;
const STROKE_SEED = 1840;
const WHOLE: Tile = [0, 0, 1, 1];
/** Lifetimes of a stroke per second. */
const LIVES_PER_SECOND = 0.22;
/** Rate per second at which the pigment returns to the composition. */
const BACK_PER_SECOND = 0.045;
/** CSS px of canvas texture per radian of its wave. */
const THREAD = 0.9;
/** Strokes of a still per draw call: a few ms on a slow machine. */
const STILL_STROKES = 400;
/** Sides of the picture per second squared at full tilt. */
const TILT_PULL = 0.5;

export interface Moment {
  readonly seconds: number;
  readonly dt: number;
  readonly dabs: readonly Dab[];
  /** Damping factor of the paint for this dt. */
  readonly keep: number;
  /** Radius of the brush, relative to the square root of the picture's area. */
  readonly reach: number;
  readonly tiltX: number;
  readonly tiltY: number;
}

interface StillViewer {
  /** Returns false once the picture is no longer wanted; no more strokes are drawn then. */
  isWanted(): boolean;
  /** Returns true if the finished picture should be shown. */
  ready(): boolean;
}

/** A copy of the fields, for `restore`. */
export interface KeptPaint {
  readonly flow: Target;
  readonly pigment: Target;
  readonly seconds: number;
}

/** Part of the picture, relative to its size: left, top, width, height. */
export type Tile = readonly [number, number, number, number];

export interface Painter {
  /** True if fields are stored as bytes, because this machine cannot render to half floats. */
  readonly packed: boolean;
  /** Adopts the window's size and starts with the palette's composition. */
  begin(palette: Palette, width: number, height: number): void;
  /** Adopts a new window size and keeps the paint. */
  fit(width: number, height: number): void;
  /** Slowly changes the paint to another palette. */
  changePalette(palette: Palette): void;
  /** Advances the paint and shows it. */
  paint(moment: Moment, quality: Quality): void;
  /** Shows the current paint in one frame. */
  show(moment: Moment, quality: Quality): void;
  /**
   * Draws a still of the paint with all strokes, a few per task so that frames are not delayed, and shows it if `still.ready`
   * returns true: by then another picture may be wanted. `still.ready` also gives the canvas the size of the picture.
   */
  paintStill(moment: Moment, size: readonly [number, number], still: StillViewer): Promise<void>;
  /** Renders a part of the current picture separately: RGBA rows from the top. */
  read(moment: Moment, tile: Tile, width: number, height: number): Promise<Uint8ClampedArray<ArrayBuffer>>;
  /** Copies the paint; `seconds` is stored with it. */
  keep(seconds: number): KeptPaint;
  restore(kept: KeptPaint): void;
  /** Frees a copy. */
  drop(kept: KeptPaint): void;
}

interface View {
  readonly target: PaintTarget;
  readonly tile: Tile;
  readonly strokes: Instances;
  /** Range of strokes; all by default. */
  readonly range?: readonly [from: number, to: number];
  /** Target of the lit picture; null for the canvas. */
  readonly finished: Target | null;
}

/** The simulated fields, created together for one aspect ratio of the window. */
interface Fluid {
  readonly flow: Pair;
  readonly pressure: Pair;
  readonly divergence: Target;
  readonly pigment: Pair;
  readonly drift: WebGLTexture;
}

/** Sides of the picture divided by the square root of its area. */
function aspectOf([width, height]: readonly [number, number]): readonly [number, number] {
  const side = Math.sqrt(width * height);
  return [width / side, height / side];
}

/** Sets up the GPU. Resolves when all programs are compiled, which takes a while on slow machines. */
export async function createPainter(gl: WebGL2RenderingContext): Promise<Painter> {
  const packed = !rendersHalfFloats(gl);
  const head = shaders.headOf(packed);
  const programs = await compile(gl, {
    push: [shaders.SCREEN, head + shaders.PUSH],
    divergence: [shaders.SCREEN, head + shaders.DIVERGENCE],
    pressure: [shaders.SCREEN, head + shaders.PRESSURE],
    project: [shaders.SCREEN, head + shaders.PROJECT],
    advect: [shaders.SCREEN, head + shaders.ADVECT],
    ground: [shaders.SCREEN, head + shaders.GROUND],
    strokes: [shaders.strokeVertex(packed), shaders.STROKE],
    finish: [shaders.SCREEN, head + shaders.FINISH],
  });

  const fieldTarget = (width: number, height: number, filter: GLenum) =>
    createTarget(gl, width, height, packed ? gl.RGBA8 : gl.RGBA16F, filter);
  const fieldFilter = packed ? gl.NEAREST : gl.LINEAR;
  const brushwork = new Map<number, Instances>();
  const strokesOf = (count: number) => {
    const made =
      brushwork.get(count) ?? createInstances(gl, strokeFloats(createStrokes(count, createRandom(STROKE_SEED))), STROKE_FLOATS);
    brushwork.set(count, made);
    return made;
  };
  const screenArray = gl.createVertexArray();
  const bristles = createTexture(
    gl,
    BRISTLE_SIZE,
    BRISTLE_SIZE,
    gl.R8,
    bristleBytes(createRandom(STROKE_SEED)),
    gl.REPEAT,
    gl.LINEAR_MIPMAP_LINEAR,
  );
  let fluid: Fluid | undefined;
  let composition: WebGLTexture | undefined;
  let paintTarget: PaintTarget | undefined;
  let shape: readonly [number, number] = [1, 1];

  function triangle(target: Target | null, program: Program, inputs: Readonly<Record<string, Input>>): void {
    gl.bindFramebuffer(gl.FRAMEBUFFER, target?.framebuffer ?? null);
    gl.viewport(0, 0, target?.width ?? gl.drawingBufferWidth, target?.height ?? gl.drawingBufferHeight);
    gl.bindVertexArray(screenArray);
    program.use(inputs);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  function draw(pass: Pass, round: number, moment: Moment, view: View): void {
    const { target, tile, strokes, finished, range = [0, strokes.count] } = view;
    if (!fluid || !composition) return;
    const { flow, pressure, pigment, divergence, drift } = fluid;
    const aspect = aspectOf(shape);
    const swing = Math.sin(moment.seconds * 0.23);
    const { dt, reach } = moment;
    const dabs = { dabs: moment.dabs.length, dab: dabFloats(moment.dabs), tip: tipFloats(moment.dabs), aspect, reach, dt, swing };
    const driftField = { texture: drift };
    const hairs = { texture: bristles };
    if (pass === 'push') {
      const tilt = [moment.tiltX * TILT_PULL, moment.tiltY * TILT_PULL];
      const inputs = { flow: flow.front, pigment: pigment.front, drift: driftField, tilt, keep: moment.keep };
      triangle(flow.back, programs.push, { ...inputs, ...dabs });
      flow.swap();
    } else if (pass === 'divergence') triangle(divergence, programs.divergence, { flow: flow.front });
    else if (pass === 'pressure') {
      triangle(pressure.back, programs.pressure, { pressure: pressure.front, divergence, first: round === 0 ? 1 : 0 });
      pressure.swap();
    } else if (pass === 'project') {
      triangle(flow.back, programs.project, { flow: flow.front, pressure: pressure.front });
      flow.swap();
    } else if (pass === 'advect') {
      const back = 1 - Math.exp(-BACK_PER_SECOND * dt);
      const inputs = { flow: flow.front, pigment: pigment.front, composition: { texture: composition }, drift: driftField };
      const paint = { bristles: hairs, load: loadFloats(moment.dabs), back, dither: (moment.seconds * 17.31) % 1 };
      triangle(pigment.back, programs.advect, { ...inputs, ...paint, ...dabs });
      pigment.swap();
    } else if (pass === 'ground') {
      triangle(target, programs.ground, { pigment: pigment.front, bristles: hairs, tile });
    } else if (pass === 'strokes') {
      gl.bindFramebuffer(gl.FRAMEBUFFER, target.framebuffer);
      gl.viewport(0, 0, target.width, target.height);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
      const inputs = { flow: flow.front, pigment: pigment.front, drift: driftField, bristles: hairs };
      programs.strokes.use({ ...inputs, aspect, tile, clock: moment.seconds * LIVES_PER_SECOND, swing });
      strokes.draw(...range);
      gl.disable(gl.BLEND);
    } else {
      const [width, height] = shape;
      // The light moves with the tilt, as on a picture carried past a window.
      const light = [-0.45 + 0.35 * moment.tiltX, -0.55 + 0.35 * moment.tiltY];
      const threads = Math.sqrt(width * height) / THREAD;
      // Threads finer than three pixels would only flicker.
      const grain = target.width / tile[2] / width > 0.9 ? 0.03 : 0;
      const inputs = {
        color: target,
        height: { texture: target.heights },
        bristles: hairs,
        tile,
        light,
        grain,
        turn: finished ? 0 : 1,
      };
      triangle(finished, programs.finish, { ...inputs, weave: [threads * aspect[0], threads * aspect[1]] });
    }
  }

  function paintTargetOf(width: number, height: number): PaintTarget {
    if (paintTarget && paintTarget.width === width && paintTarget.height === height) return paintTarget;
    removePaintTarget(gl, paintTarget);
    return createPaintTarget(gl, width, height);
  }
  async function strokeByStroke(moment: Moment, view: View, isWanted = () => true): Promise<void> {
    for (let from = 0; from < view.strokes.count && !gl.isContextLost() && isWanted(); from += STILL_STROKES) {
      draw('strokes', 0, moment, { ...view, range: [from, Math.min(from + STILL_STROKES, view.strokes.count)] });
      await finishAll(gl);
    }
  }

  function copyOf(from: Target, filter: GLenum): Target {
    const copy = fieldTarget(from.width, from.height, filter);
    copyTarget(gl, from, copy);
    return copy;
  }
  function drawAll(passes: readonly Pass[], moment: Moment, quality: Quality): void {
    paintTarget = paintTargetOf(gl.drawingBufferWidth, gl.drawingBufferHeight);
    const view = { target: paintTarget, tile: WHOLE, strokes: strokesOf(quality.strokes), finished: null };
    let round = 0;
    for (const pass of passes) {
      draw(pass, round, moment, view);
      if (pass === 'pressure') round += 1;
    }
  }

  const painter: Painter = {
    packed,
    begin(palette, width, height) {
      painter.fit(width, height);
      const [columns, rows] = cellsOf(FLOW_SIDE, width, height);
      const [across, down] = cellsOf(PIGMENT_SIDE, width, height);
      if (fluid) {
        for (const old of [fluid.flow, fluid.pressure, fluid.pigment]) old.remove();
        removeTarget(gl, fluid.divergence);
        gl.deleteTexture(fluid.drift);
      }
      const flow = createPair(gl, () => fieldTarget(columns, rows, fieldFilter));
      const pressure = createPair(gl, () => fieldTarget(columns, rows, fieldFilter));
      const divergence = fieldTarget(columns, rows, fieldFilter);
      const still = packed ? ([128 / 255, 0, 128 / 255, 0] as const) : ([0, 0, 0, 1] as const);
      for (const target of [flow.front, pressure.front, divergence]) clear(gl, target, still);
      const pigment = createPair(gl, () => fieldTarget(across, down, gl.LINEAR));
      const drift = createTexture(gl, DRIFT_SIDE, DRIFT_SIDE, gl.RGBA8, driftBytes(DRIFT_SIDE, DRIFT_SIDE), gl.CLAMP_TO_EDGE);
      fluid = { flow, pressure, divergence, pigment, drift };
      painter.changePalette(palette);
      // A full return in one pass, so that the pigment starts as the composition.
      const whole = { dt: 0, back: 1, reach: 1, swing: 0, dither: 0, dabs: 0, aspect: aspectOf(shape) };
      const none = { dab: dabFloats([]), tip: tipFloats([]), load: loadFloats([]), bristles: { texture: bristles } };
      const inputs = {
        flow: flow.front,
        pigment: pigment.front,
        composition: { texture: composition! },
        drift: { texture: drift },
      };
      triangle(pigment.back, programs.advect, { ...inputs, ...whole, ...none });
      pigment.swap();
    },
    fit(width, height) {
      shape = [width, height];
    },
    changePalette(palette) {
      const [across, down] = cellsOf(PIGMENT_SIDE / 2, shape[0], shape[1]);
      if (composition) gl.deleteTexture(composition);
      composition = createTexture(gl, across, down, gl.RGBA8, pigmentBytes(palette, across, down), gl.CLAMP_TO_EDGE);
    },
    paint: (moment, quality) => drawAll(planPasses(quality), moment, quality),
    show: (moment, quality) => drawAll(PICTURE_PASSES, moment, quality),
    async paintStill(moment, [width, height], { isWanted, ready }) {
      const target = createPaintTarget(gl, width, height);
      const view = { target, tile: WHOLE, strokes: strokesOf(MAX_STROKES), finished: null };
      draw('ground', 0, moment, view);
      await strokeByStroke(moment, view, isWanted);
      if (!gl.isContextLost() && ready()) draw('finish', 0, moment, view);
      removePaintTarget(gl, target);
    },
    async read(moment, tile, width, height) {
      const target = createPaintTarget(gl, width, height);
      const finished = createTarget(gl, width, height, gl.RGBA8, gl.NEAREST);
      const view = { target, tile, strokes: strokesOf(MAX_STROKES), finished };
      draw('ground', 0, moment, view);
      await strokeByStroke(moment, view);
      draw('finish', 0, moment, view);
      gl.bindFramebuffer(gl.FRAMEBUFFER, finished.framebuffer);
      const buffer = gl.createBuffer();
      gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer);
      gl.bufferData(gl.PIXEL_PACK_BUFFER, 4 * width * height, gl.STREAM_READ);
      gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, 0);
      gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
      removePaintTarget(gl, target);
      removeTarget(gl, finished);
      await finishAll(gl);
      if (gl.isContextLost()) throw new GraphicsError('the graphics context was lost');
      const pixels = new Uint8ClampedArray(4 * width * height);
      gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer);
      gl.getBufferSubData(gl.PIXEL_PACK_BUFFER, 0, pixels);
      gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
      gl.deleteBuffer(buffer);
      return pixels;
    },
    keep(seconds) {
      if (!fluid) throw new GraphicsError('there is no paint yet');
      return { flow: copyOf(fluid.flow.front, fieldFilter), pigment: copyOf(fluid.pigment.front, gl.LINEAR), seconds };
    },
    restore(kept) {
      if (!fluid) return;
      copyTarget(gl, kept.flow, fluid.flow.front);
      copyTarget(gl, kept.pigment, fluid.pigment.front);
    },
    drop(kept) {
      removeTarget(gl, kept.flow);
      removeTarget(gl, kept.pigment);
    },
  };
  return painter;
}

function dabFloats(dabs: readonly Dab[]): Float32Array {
  const floats = new Float32Array(4 * MAX_DABS);
  dabs.forEach(({ x, y, speedX, speedY }, i) => floats.set([x, y, speedX, speedY], 4 * i));
  return floats;
}

function tipFloats(dabs: readonly Dab[]): Float32Array {
  const floats = new Float32Array(4 * MAX_DABS);
  dabs.forEach(({ width, leanX, leanY }, i) => floats.set([width, leanX, leanY], 4 * i));
  return floats;
}

function loadFloats(dabs: readonly Dab[]): Float32Array {
  const floats = new Float32Array(4 * MAX_DABS);
  dabs.forEach(({ color, load }, i) => floats.set([...color, load], 4 * i));
  return floats;
}
