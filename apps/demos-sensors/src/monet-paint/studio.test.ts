import { createStudio } from './studio.ts';
import { MAX_STROKES } from './strokes.ts';

/** The painter's: strokes at a time, and ms between two looks whether the graphics card is done with them. */
const HANDFUL = 400;
const POLL = 4;

/** Strokes that were laid since this was last set. */
let laid = 0;

/** A graphics card that compiles everything, draws nothing, and is done with every handful at the second look. */
function aGraphicsCard(): object {
  const known: Readonly<Record<string, unknown>> = {
    TIMEOUT_EXPIRED: 1,
    isContextLost: () => false,
    getExtension: () => null,
    getProgramParameter: (_program: object, name: unknown) => name !== 'uniforms' || 0,
    ACTIVE_UNIFORMS: 'uniforms',
    drawArraysInstanced: (_mode: number, _first: number, _corners: number, strokes: number) => void (laid += strokes),
    fenceSync: () => ({ looks: 0 }),
    clientWaitSync: (fence: { looks: number }) => ((fence.looks += 1) > 1 ? 2 : 1),
  };
  return new Proxy(known, { get: (_known, name: string) => known[name] ?? (/^[A-Z\d_]+$/.test(name) ? 7 : () => ({})) });
}

/** The picture as it hangs still in a window that can change its size. */
async function aStill() {
  const canvas = document.createElement('canvas');
  const card = aGraphicsCard();
  // A cast, because jsdom has no graphics card: this one has what the painter calls.
  jest.spyOn(canvas, 'getContext').mockImplementation((() => card) as unknown as typeof canvas.getContext);
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
  Object.assign(window, { ResizeObserver: observer });
  const studio = createStudio(false);
  const states: string[] = [];
  studio.setPaused(true);
  const detach = studio.attach(canvas, document.createElement('canvas'), {
    state: (state) => states.push(state),
    readout: () => {},
  });
  await jest.advanceTimersByTimeAsync(POLL);
  laid = 0;
  return { studio, detach, resize: () => resize(), states };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('a still is laid in batches, to its last stroke', async () => {
  const { states } = await aStill();
  await jest.advanceTimersByTimeAsync(POLL);
  expect(laid).toBe(HANDFUL);
  await jest.advanceTimersByTimeAsync(1000);
  expect(laid).toBeGreaterThan(MAX_STROKES - 3 * HANDFUL);
  expect(states.at(-1)).toBe('standing');
});

test('of a window that is dragged larger only the last size is painted completely', async () => {
  const { resize } = await aStill();
  for (let size = 0; size < 10; size += 1) resize();
  laid = 0;
  await jest.advanceTimersByTimeAsync(POLL);
  expect(laid).toBe(HANDFUL);
  await jest.advanceTimersByTimeAsync(1000);
  expect(laid).toBeLessThan(MAX_STROKES);
});

test('leaving the page, or resuming motion, ends the still that is being laid', async () => {
  const { studio, detach } = await aStill();
  studio.setPaused(false);
  await jest.advanceTimersByTimeAsync(1000);
  expect(laid).toBe(0);
  studio.setPaused(true);
  detach();
  laid = 0;
  await jest.advanceTimersByTimeAsync(1000);
  expect(laid).toBe(0);
});
