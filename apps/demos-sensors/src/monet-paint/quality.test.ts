import { cellsOf, createGovernor, FIRST_LEVEL, LEVELS, pixelsOf, planPasses } from './quality.ts';

function addFrames(governor: ReturnType<typeof createGovernor>, milliseconds: number, frames: number): number {
  let changes = 0;
  for (let frame = 0; frame < frames; frame += 1) if (governor.addFrame(milliseconds)) changes += 1;
  return changes;
}

test('a slow machine reaches the coarsest level within a second and a half', () => {
  const governor = createGovernor();
  expect(governor.level).toBe(FIRST_LEVEL);
  addFrames(governor, 110, 14);
  expect(governor.level).toBe(0);
  addFrames(governor, 200, 200);
  expect(governor.level).toBe(0);
});

test('a machine with room to spare climbs to the finest level and stays', () => {
  const governor = createGovernor();
  addFrames(governor, 16.7, 600);
  expect(governor.level).toBe(LEVELS.length - 1);
  expect(addFrames(governor, 16.7, 600)).toBe(0);
});

test('a level that proved too fine is retried at ever longer intervals', () => {
  const governor = createGovernor(2);
  const tries: number[] = [];
  for (let frame = 0; frame < 3000; frame += 1)
    if (governor.addFrame(governor.level > 2 ? 40 : 16.7) && governor.level > 2) tries.push(frame);
  const waits = tries.slice(1).map((at, i) => at - tries[i]!);
  expect(waits.length).toBeGreaterThanOrEqual(2);
  for (let i = 1; i < waits.length; i += 1) expect(waits[i]).toBeGreaterThan(1.5 * waits[i - 1]!);
});

test('thirty frames a second keep the level, and a suspended tab does not count as a slow frame', () => {
  const governor = createGovernor();
  expect(addFrames(governor, 33, 300)).toBe(0);
  expect(addFrames(governor, 5000, 50)).toBe(0);
});

test('finer levels raise every value, and no picture exceeds 2560 by 1600 pixels', () => {
  for (let i = 1; i < LEVELS.length; i += 1) {
    expect(LEVELS[i]!.scale).toBeGreaterThan(LEVELS[i - 1]!.scale);
    expect(LEVELS[i]!.strokes).toBeGreaterThan(LEVELS[i - 1]!.strokes);
    expect(LEVELS[i]!.rounds).toBeGreaterThanOrEqual(LEVELS[i - 1]!.rounds);
  }
  expect(pixelsOf(LEVELS[0]!, 1440, 900, 2)).toEqual([360, 225]);
  expect(pixelsOf(LEVELS[6]!, 1440, 900, 1)).toEqual([1440, 900]);
  const [width, height] = pixelsOf(LEVELS[6]!, 3840, 2160, 2);
  expect(width * height).toBeLessThanOrEqual(2560 * 1600 + 4000);
});

test('cells are square and as many as requested, in any window', () => {
  expect(cellsOf(100, 500, 500)).toEqual([100, 100]);
  expect(cellsOf(100, 400, 100)).toEqual([173, 58]);
  const [columns, rows] = cellsOf(96, 390, 844);
  expect(columns / rows).toBeCloseTo(390 / 844, 1);
});

test('a frame moves the fluid first and shows the picture last', () => {
  expect(planPasses({ scale: 1, strokes: 10, rounds: 2 })).toEqual([
    'push',
    'divergence',
    'pressure',
    'pressure',
    'project',
    'advect',
    'ground',
    'strokes',
    'finish',
  ]);
});
