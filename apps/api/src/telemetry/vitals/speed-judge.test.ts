import { createRandom } from '@site/sim';
import { compareSpeed, isSlower } from './speed-judge.ts';
import { SCALES } from './vital.ts';

const { classes } = SCALES.lcp;

type Side = Map<string, Map<number, number>>;

test('a canary whose share was raised before a slower hour is not blamed for the hour', () => {
  const random = createRandom(5);
  const [canary, stable]: [Side, Side] = [new Map(), new Map()];
  for (const [hour, share, slowness] of [
    [1, 0.05, 1],
    [2, 0.5, 1.5],
  ] as const) {
    for (let visit = 0; visit < 2_000; visit += 1) {
      const side = random() < share ? canary : stable;
      const name = `${hour} / phone`;
      const counts = side.get(name) ?? new Map<number, number>();
      const at = classes.of(800 * slowness * (0.5 + random()));
      side.set(name, counts.set(at, (counts.get(at) ?? 0) + 1));
    }
  }
  expect(isSlower(compareSpeed(classes, canary, stable, 1))).toBe(false);
});

test('the allowance for invented reports grows with the length of the trial', () => {
  const [canary, stable] = [1_000, 800].map((ms) => new Map([['1 / phone', new Map([[classes.of(ms), 200]])]]));
  expect([1, 30].map((days) => isSlower(compareSpeed(classes, canary!, stable!, days)))).toEqual([true, false]);
});

test('a canary whose visitors open heavier pages is not slower', () => {
  const one = (page: string, ms: number, visits: number) => [page, new Map([[classes.of(ms), visits]])] as const;
  const canary = new Map([one('/ phone', 800, 20), one('/heavy phone', 3_000, 400)]);
  const stable = new Map([one('/ phone', 800, 4_000), one('/heavy phone', 3_000, 40)]);
  const speed = compareSpeed(classes, canary, stable, 1);
  expect(isSlower(speed)).toBe(false);
  expect(speed.canary).toBeCloseTo(speed.stable, 6);
});

test('without visits to compare, there is no verdict', () => {
  const canary = new Map([['/ phone', new Map([[60, 500]])]]);
  expect(compareSpeed(classes, canary, new Map(), 1)).toEqual({ visits: 0, zScore: 0, canary: 0, stable: 0 });
  expect(isSlower(compareSpeed(classes, canary, new Map(), 1))).toBe(false);
});
