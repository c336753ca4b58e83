import {
  cellAt,
  coverCrop,
  grid,
  gridOfPhotos,
  honeycomb,
  mirrored,
  octagonsAndSquares,
  pathOf,
  placeOf,
  sectionAt,
  type Layout,
  type Point,
} from './layouts.ts';

const areaOf = (corners: readonly Point[]) =>
  corners.reduce((sum, { x, y }, n) => {
    const next = corners[(n + 1) % corners.length]!;
    return sum + (x * next.y - next.x * y) / 2;
  }, 0);
const centerOf = (corners: readonly Point[]) => ({
  x: corners.reduce((sum, { x }) => sum + x, 0) / corners.length,
  y: corners.reduce((sum, { y }) => sum + y, 0) / corners.length,
});

const LAYOUTS: readonly [string, Layout, number][] = [
  ['5x4 on 800x1000', grid(4, 5, { width: 800, height: 1000 }), 20],
  ['10x10 on 1000x1000', grid(10, 10, { width: 1000, height: 1000 }), 100],
  ['4x3 of 4:3 photos', gridOfPhotos(4, 3, 300, { width: 640, height: 480 }), 12],
  ['10x8 of 16:9 photos', gridOfPhotos(10, 8, 120, { width: 1920, height: 1080 }), 80],
  ['honeycomb', honeycomb(), 100],
  ['octagons and squares', octagonsAndSquares(), 64],
];

test.each(LAYOUTS)('%s: as many cells as photos, in reading order, without overlap, all inside', (_name, layout, count) => {
  expect(layout.cells).toHaveLength(count);
  for (const [n, cell] of layout.cells.entries()) {
    const center = centerOf(cell.corners);
    expect(cellAt(layout, center)).toBe(n);
    const last = n === 0 ? { x: 0, y: 0 } : centerOf(layout.cells[n - 1]!.corners);
    expect(center.y > last.y + 1 || (Math.abs(center.y - last.y) < 1e-6 && center.x > last.x)).toBe(true);
    expect(cell.box.x).toBeGreaterThanOrEqual(0);
    expect(cell.box.y).toBeGreaterThanOrEqual(0);
    expect(cell.box.x + cell.box.width).toBeLessThanOrEqual(layout.width);
    expect(cell.box.y + cell.box.height).toBeLessThanOrEqual(layout.height);
  }
});

test('the 20-photo grid is four columns by five rows of 200x200', () => {
  const { cells } = grid(4, 5, { width: 800, height: 1000 });
  expect(cells[5]!.box).toEqual({ x: 200, y: 200, width: 200, height: 200 });
  expect(cells[19]!.box).toEqual({ x: 600, y: 800, width: 200, height: 200 });
});

test.each([
  [4, 3, 300, { width: 640, height: 480 }, { width: 1600, height: 900 }, { width: 400, height: 300 }],
  [4, 3, 300, { width: 1920, height: 1080 }, { width: 2132, height: 900 }, { width: 533, height: 300 }],
  [4, 3, 300, { width: 1080, height: 1920 }, { width: 1200, height: 1599 }, { width: 300, height: 533 }],
  [10, 8, 120, { width: 640, height: 480 }, { width: 1600, height: 960 }, { width: 160, height: 120 }],
  [10, 8, 120, { width: 1920, height: 1080 }, { width: 2130, height: 960 }, { width: 213, height: 120 }],
])('%i columns, %i rows, short side %i, camera %o: picture %o', (columns, rows, short, camera, size, cell) => {
  const layout = gridOfPhotos(columns, rows, short, camera);
  expect({ width: layout.width, height: layout.height }).toEqual(size);
  expect(layout.cells[0]!.box).toEqual({ x: 0, y: 0, ...cell });
});

test('the honeycomb is regular, pointy-top, tight and centered', () => {
  const layout = honeycomb();
  expect([layout.width, layout.height, layout.isCovered]).toEqual([1000, 1000, false]);
  for (const { corners } of layout.cells) {
    const center = centerOf(corners);
    for (const corner of corners) expect(Math.hypot(corner.x - center.x, corner.y - center.y)).toBeCloseTo(50, 9);
    expect(corners[0]!.x).toBeCloseTo(center.x, 9);
    expect(center.y - corners[0]!.y).toBeCloseTo(50, 9);
  }
  const [first, second] = [centerOf(layout.cells[0]!.corners), centerOf(layout.cells[1]!.corners)];
  const below = centerOf(layout.cells[10]!.corners);
  expect(second.x - first.x).toBeCloseTo(Math.sqrt(3) * 50, 9);
  expect(below.x - first.x).toBeCloseTo((Math.sqrt(3) * 50) / 2, 9);
  expect(below.y - first.y).toBe(75);
  const all = layout.cells.flatMap(({ corners }) => corners);
  const [xs, ys] = [all.map(({ x }) => x), all.map(({ y }) => y)];
  expect((Math.min(...xs) + Math.max(...xs)) / 2).toBeCloseTo(500, 9);
  expect((Math.min(...ys) + Math.max(...ys)) / 2).toBeCloseTo(500, 9);
});

test('64 regular octagons at pitch 100 and 49 squares of the same side', () => {
  const { cells, gaps, width, height } = octagonsAndSquares();
  expect([width, height, cells.length, gaps.length]).toEqual([800, 800, 64, 49]);
  const side = 100 / (1 + Math.SQRT2);
  for (const { corners } of [...cells, ...gaps]) {
    for (const [n, { x, y }] of corners.entries()) {
      const next = corners[(n + 1) % corners.length]!;
      expect(Math.hypot(next.x - x, next.y - y)).toBeCloseTo(side, 9);
    }
  }
  expect(centerOf(gaps[0]!.corners)).toEqual({ x: 100, y: 100 });
  expect(centerOf(gaps[48]!.corners)).toEqual({ x: 700, y: 700 });
  // Inside, octagons and squares fill the area: one of each per square of the pitch.
  expect(areaOf(cells[0]!.corners) + areaOf(gaps[0]!.corners)).toBeCloseTo(10_000, 6);
});

test('photo 65 fills the first gap, and there is no photo beyond the gaps', () => {
  const layout = octagonsAndSquares();
  expect(placeOf(layout, 0)).toBe(layout.cells[0]);
  expect(placeOf(layout, 63)).toBe(layout.cells[63]);
  expect(placeOf(layout, 64)).toBe(layout.gaps[0]);
  expect(placeOf(layout, 112)).toBe(layout.gaps[48]);
  expect(() => placeOf(layout, 113)).toThrow('no place for photo 114');
});

test('a camera image wider than the view is cropped at the sides, a taller one at top and bottom', () => {
  expect(coverCrop({ width: 1920, height: 1080 }, { width: 1000, height: 1000 })).toEqual({
    x: 420,
    y: 0,
    width: 1080,
    height: 1080,
  });
  expect(coverCrop({ width: 480, height: 640 }, { width: 800, height: 800 })).toEqual({ x: 0, y: 80, width: 480, height: 480 });
});

test('the sections of a grid together are the cover crop, undistorted', () => {
  const view = { width: 800, height: 1000 };
  const camera = { width: 640, height: 480 };
  const sections = grid(4, 5, view).cells.map(({ box }) => sectionAt(camera, view, box));
  expect(sections[0]).toEqual({ x: 128, y: 0, width: 96, height: 96 });
  expect(sections[19]).toEqual({ x: 416, y: 384, width: 96, height: 96 });
  for (const { width, height } of sections) expect(width).toBeCloseTo(height, 9);
});

test('a mirrored place has the same distance from the opposite edge', () => {
  expect(mirrored({ x: 0, y: 5, width: 200, height: 100 }, { width: 800, height: 1000 })).toEqual({
    x: 600,
    y: 5,
    width: 200,
    height: 100,
  });
});

test('no cell is found outside the hexagons, and a path closes every cell', () => {
  expect(cellAt(honeycomb(), { x: 2, y: 2 })).toBeUndefined();
  expect(pathOf(grid(2, 1, { width: 2, height: 1 }).cells)).toBe(
    'M0.00 0.00L1.00 0.00L1.00 1.00L0.00 1.00ZM1.00 0.00L2.00 0.00L2.00 1.00L1.00 1.00Z',
  );
});
