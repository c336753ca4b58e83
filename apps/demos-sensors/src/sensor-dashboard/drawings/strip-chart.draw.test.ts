import { createTrace } from '../measures/trace.ts';
import { PALETTE } from './palette.factory.ts';
import { drawStrip } from './strip-chart.draw.ts';

const area = { width: 638, height: 124, palette: PALETTE };

/** Records each stroke with its color and its points. */
function aContext() {
  const strokes: { color: string; dash: readonly number[]; starts: number; points: [number, number][] }[] = [];
  let current = { starts: 0, points: [] as [number, number][] };
  let dash: readonly number[] = [];
  const texts: string[] = [];
  const heights = new Map<string, number>();
  const context = {
    strokeStyle: '',
    beginPath: () => (current = { starts: 0, points: [] }),
    moveTo: (x: number, y: number) => {
      current.starts += 1;
      current.points.push([x, y]);
    },
    lineTo: (x: number, y: number) => current.points.push([x, y]),
    stroke: () => strokes.push({ color: context.strokeStyle, dash, ...current }),
    setLineDash: (next: readonly number[]) => (dash = next),
    fillText: (text: string, _x: number, y: number) => {
      texts.push(text);
      heights.set(text, y);
    },
    measureText: (text: string) => ({ width: 6 * text.length }),
    save: () => {},
    restore: () => {},
    rect: () => {},
    clip: () => {},
  };
  return {
    context: context as unknown as CanvasRenderingContext2D,
    strokes,
    texts,
    heights,
    line: (color: string) => strokes.filter((stroke) => stroke.color === color),
  };
}

const CORNER = [{ time: 15_000, text: 'corner' }];

function draw(samples: readonly (readonly [number, number | null])[], zero?: readonly number[], marks = CORNER) {
  const trace = createTrace(2, 1000);
  for (const [time, value] of samples) trace.push(time, [value, 1]);
  const drawn = aContext();
  drawStrip(drawn.context, area, {
    trace,
    columns: 1,
    range: { low: -10, high: 10 },
    now: 30_000,
    zero,
    marks,
  });
  return drawn;
}

test('the window is 30 seconds wide, and only the requested columns are drawn', () => {
  const { line, texts } = draw([
    [0, 0],
    [500, 10],
    [29_500, -10],
    [30_000, 0],
  ]);
  const points = line('one')[0]?.points ?? [];
  expect(points[0]).toEqual([38, 56]);
  expect(points.at(-1)?.[0]).toBe(638);
  expect(Math.min(...points.map(([, y]) => y))).toBe(6);
  expect(Math.max(...points.map(([, y]) => y))).toBe(106);
  expect(line('two')).toHaveLength(0);
  expect(texts).toEqual(expect.arrayContaining(['\u221230 s', '\u221220 s', '\u221210 s', 'now', '\u221210', '0', '10']));
});

test('a silence of more than a second is a gap, and a missing value is not drawn', () => {
  const { line } = draw([
    [1000, 1],
    [1500, 2],
    [1700, null],
    [1900, 3],
    [9000, 4],
    [9500, 5],
  ]);
  expect(line('one')[0]?.starts).toBe(2);
  expect([...new Set(line('one')[0]?.points.map(([, y]) => y))]).toEqual([51, 46, 41, 36, 31]);
});

test('a peak among many samples in one pixel column is still drawn', () => {
  const { line } = draw(Array.from({ length: 40 }, (_, index) => [15_000 + index / 10, index === 20 ? 10 : 0] as const));
  expect(line('one')[0]?.points.some(([, y]) => y === 6)).toBe(true);
});

test('zeroing moves the line, not the samples', () => {
  const { line } = draw(
    [
      [29_000, 5],
      [30_000, 5],
    ],
    [5],
  );
  for (const [, y] of line('one')[0]?.points ?? [[0, 0]]) expect(y).toBe(56);
});

test('a mark is a dotted line with its label', () => {
  const { line, texts } = draw([[0, 1]]);
  const [mark] = line('ink');
  expect([mark?.dash, mark?.points[0]?.[0]]).toEqual([[1, 3], 338]);
  expect(texts).toContain('corner');
});

test('labels of marks that are close together are on separate lines; others share a line', () => {
  const marks = [
    { time: 4_000, text: 'first' },
    { time: 4_500, text: 'second' },
    { time: 5_000, text: 'third' },
    { time: 12_000, text: 'later' },
  ];
  const { heights } = draw([[0, 1]], undefined, marks);
  expect(marks.map(({ text }) => heights.get(text))).toEqual([16, 29, 42, 16]);
});
