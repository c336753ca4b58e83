import { TransformStream } from 'node:stream/web';
import { UPRIGHT } from './brush.ts';
import { PALETTES } from './palettes.ts';
import { LEVELS, QUICK_STILL_LEVEL } from './quality.ts';
import { createRenderer } from './renderer.ts';
import { DEFAULT_SETTINGS } from './settings.ts';
import { MAX_STROKES } from './strokes.ts';

/** The painter's batch size, and the ms between two polls of the GPU. */
const BATCH = 400;
const POLL = 4;

/** Strokes drawn since this was last reset. */
let drawn = 0;
/** Copies between targets: two for each kept or restored picture. */
let copied = 0;
/** Fields cleared: three each time the composition starts. */
let emptied = 0;
/** Ends the renderer of the test. */
let leave = () => {};

/** A GPU that compiles everything, draws nothing, and has finished every batch by the second poll. */
function aGpu(): object {
  const known: Readonly<Record<string, unknown>> = {
    TIMEOUT_EXPIRED: 1,
    isContextLost: () => false,
    getExtension: () => null,
    getProgramParameter: (_program: object, name: unknown) => name !== 'uniforms' || 0,
    ACTIVE_UNIFORMS: 'uniforms',
    drawArraysInstanced: (_mode: number, _first: number, _corners: number, strokes: number) => void (drawn += strokes),
    blitFramebuffer: () => void (copied += 1),
    clear: () => void (emptied += 1),
    fenceSync: () => ({ polls: 0 }),
    clientWaitSync: (fence: { polls: number }) => ((fence.polls += 1) > 1 ? 2 : 1),
  };
  return new Proxy(known, { get: (_known, name: string) => known[name] ?? (/^[A-Z\d_]+$/.test(name) ? 7 : () => ({})) });
}

/** The picture without motion, in a window that can be resized. */
async function aStill() {
  const canvas = document.createElement('canvas');
  const gpu = aGpu();
  // A cast, because jsdom has no GPU: this stub has the members that the painter uses.
  jest.spyOn(canvas, 'getContext').mockImplementation((() => gpu) as unknown as typeof canvas.getContext);
  let resize = () => {};
  const observer = class {
    constructor(onResize: () => void) {
      resize = onResize;
    }
    observe() {
      resize();
    }
    disconnect() {}
  };
  Object.assign(window, { ResizeObserver: observer, matchMedia: () => new EventTarget() });
  const renderer = createRenderer(false);
  const states: string[] = [];
  const undoables: object[] = [];
  renderer.setPaused(true);
  const plain = document.createElement('canvas');
  const detach = renderer.attach(canvas, plain, {
    state: (state) => states.push(state),
    readout: () => {},
    undoable: (undoable) => undoables.push(undoable),
  });
  leave = detach;
  await jest.advanceTimersByTimeAsync(POLL);
  drawn = 0;
  copied = 0;
  emptied = 0;
  return { renderer, canvas, plain, detach, resize: () => resize(), states, undoables };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  leave();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('a still is painted in batches, to its last stroke', async () => {
  const { states } = await aStill();
  await jest.advanceTimersByTimeAsync(POLL);
  expect(drawn).toBe(BATCH);
  await jest.advanceTimersByTimeAsync(1000);
  expect(drawn).toBeGreaterThan(MAX_STROKES - 3 * BATCH);
  expect(states.at(-1)).toBe('still');
});

test('while a window is dragged larger, only the last size is painted completely', async () => {
  const { resize } = await aStill();
  for (let size = 0; size < 10; size += 1) resize();
  drawn = 0;
  await jest.advanceTimersByTimeAsync(POLL);
  expect(drawn).toBe(BATCH);
  await jest.advanceTimersByTimeAsync(1000);
  expect(drawn).toBeLessThan(MAX_STROKES);
});

test('leaving the page, or resuming motion, cancels the unfinished still', async () => {
  const { renderer, detach } = await aStill();
  renderer.setPaused(false);
  await jest.advanceTimersByTimeAsync(1000);
  expect(drawn).toBe(0);
  renderer.setPaused(true);
  detach();
  drawn = 0;
  await jest.advanceTimersByTimeAsync(1000);
  expect(drawn).toBe(0);
});

test('a still is shown at once, in one frame; its fine strokes follow', async () => {
  const { renderer, states } = await aStill();
  expect(states).toEqual(['refining']);
  drawn = 0;
  renderer.reset();
  expect(drawn).toBe(LEVELS[QUICK_STILL_LEVEL]!.strokes + BATCH);
  await jest.advanceTimersByTimeAsync(1000);
  expect(states.at(-1)).toBe('still');
});

test('a stroke with several fingers, or with a held key, is undone in one step; a reset can be undone too', async () => {
  const { renderer, undoables } = await aStill();
  renderer.setPaused(false);
  const { brushes } = renderer;
  brushes.down(1, 0.5, 0.5, 0, UPRIGHT);
  brushes.down(2, 0.6, 0.5, 1, UPRIGHT);
  brushes.up(1);
  brushes.up(2);
  brushes.press(0.5, 0.5, 0, 0, false);
  brushes.press(0.5, 0.5, 0, 0, true);
  renderer.reset();
  expect(copied).toBe(2 * 3);
  expect(undoables.at(-1)).toEqual({ canUndo: true, canRedo: false });
  for (let stroke = 0; stroke < 3; stroke += 1) renderer.undo();
  expect(undoables.at(-1)).toEqual({ canUndo: false, canRedo: true });
  renderer.redo();
  expect(undoables.at(-1)).toEqual({ canUndo: true, canRedo: true });
});

test('strokes, pushes, Reset, Undo and Redo count as changes of the painting; flowing does not', async () => {
  const { renderer } = await aStill();
  renderer.setPaused(false);
  let before = renderer.changes();
  const isChangedBy = (change: () => void) => {
    change();
    renderer.step();
    renderer.draw();
    const last = before;
    before = renderer.changes();
    return before !== last;
  };
  expect(isChangedBy(() => {})).toBe(false);
  expect(isChangedBy(() => renderer.brushes.down(1, 0.5, 0.5, 0, UPRIGHT))).toBe(true);
  expect(isChangedBy(() => renderer.brushes.move(1, 0.6, 0.5, 100, UPRIGHT))).toBe(true);
  expect(isChangedBy(() => renderer.brushes.up(1))).toBe(false);
  for (const change of [() => renderer.push(1, 0), renderer.reset, renderer.undo, renderer.redo]) {
    expect(isChangedBy(change)).toBe(true);
  }
});

test('paint at rest takes no strokes, so there is nothing to undo', async () => {
  const { renderer, undoables } = await aStill();
  renderer.brushes.down(1, 0.5, 0.5, 0, UPRIGHT);
  expect(copied).toBe(0);
  expect(undoables).toEqual([]);
});

test('undo in a picture at rest shows the result at once', async () => {
  const { renderer, states } = await aStill();
  renderer.setPaused(false);
  renderer.brushes.press(0.5, 0.5, 0, 0, false);
  renderer.setPaused(true);
  await jest.advanceTimersByTimeAsync(1000);
  expect(states.at(-1)).toBe('still');
  drawn = 0;
  renderer.undo();
  expect(states.at(-1)).toBe('refining');
  expect(drawn).toBe(LEVELS[QUICK_STILL_LEVEL]!.strokes + BATCH);
});

test('a palette chosen while motion is paused replaces the painting, and undo brings it back; an untouched picture is not kept', async () => {
  const { renderer, undoables } = await aStill();
  const choose = (index: number) => renderer.set({ ...DEFAULT_SETTINGS, palette: PALETTES.at(index)!.id });
  choose(-1);
  expect(undoables).toEqual([]);
  renderer.setPaused(false);
  renderer.brushes.press(0.5, 0.5, 0, 0, false);
  renderer.step();
  renderer.draw();
  renderer.setPaused(true);
  copied = 0;
  choose(-2);
  choose(-1);
  expect(copied).toBe(2);
  renderer.undo();
  expect(undoables.at(-1)).toEqual({ canUndo: true, canRedo: true });
});

test.each([
  ['is drawn', 'a file', () => {}],
  [
    'cannot be drawn',
    'no file',
    () => {
      throw new RangeError('out of memory');
    },
  ],
])(
  'what changes the picture waits until a file %s, because all its tiles must show the same moment',
  async (_what, end, transform) => {
    const { renderer, resize, undoables } = await aStill();
    // jsdom has no CompressionStream.
    const CompressionStream = class extends TransformStream {
      constructor() {
        super({ transform });
      }
    };
    Object.assign(window, { CompressionStream });
    const saved = renderer.save(false).then(
      () => 'a file',
      () => 'no file',
    );
    renderer.reset();
    resize();
    resize();
    renderer.set({ ...DEFAULT_SETTINGS, palette: PALETTES.at(-1)!.id });
    await jest.advanceTimersByTimeAsync(POLL);
    expect([copied, emptied]).toEqual([0, 0]);
    await jest.advanceTimersByTimeAsync(1000);
    expect(await saved).toBe(end);
    expect(undoables).toEqual([{ canUndo: true, canRedo: false }]);
    expect([copied, emptied]).toEqual([2, 3 * 3]);
  },
);

test('for paper, the picture is drawn once more and copied; nothing else is drawn', async () => {
  const { plain, canvas, renderer } = await aStill();
  renderer.setPaused(false);
  const copied2d: unknown[] = [];
  // A cast, because jsdom draws nothing: this stub has the member that the copy uses.
  const context = { drawImage: (other: unknown) => copied2d.push(other) } as unknown as CanvasRenderingContext2D;
  jest.spyOn(plain, 'getContext').mockImplementation((() => context) as unknown as typeof plain.getContext);
  drawn = 0;
  window.dispatchEvent(new Event('beforeprint'));
  expect(drawn).toBeGreaterThan(0);
  expect(copied2d).toEqual([canvas]);
  expect([plain.width, plain.height]).toEqual([canvas.width, canvas.height]);
  expect(canvas.style.visibility).toBe('hidden');
  window.dispatchEvent(new Event('afterprint'));
  expect(canvas.style.visibility).toBe('');
  expect(copied2d).toHaveLength(1);
});
