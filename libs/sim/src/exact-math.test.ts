import { cos, hypot, sin } from './exact-math.ts';
import { createRandom } from './random.ts';

const random = createRandom(11);
const angles = Array.from({ length: 20_000 }, () => (random() - 0.5) * 200_000);

test('sine and cosine differ from the engine’s own by less than one ulp of 1', () => {
  const isOff = (angle: number) =>
    !(Math.abs(sin(angle) - Math.sin(angle)) < Number.EPSILON && Math.abs(cos(angle) - Math.cos(angle)) < Number.EPSILON);
  expect(angles.filter(isOff)).toEqual([]);
});

test('angles next to a multiple of a quarter turn lose no precision', () => {
  for (const quarters of [1, 2, 3, 4, 1001, 65_535, 524_287]) {
    const angle = (quarters * Math.PI) / 2;
    const [exact, engine] = quarters % 2 === 0 ? [sin(angle), Math.sin(angle)] : [cos(angle), Math.cos(angle)];
    expect(Math.abs(exact / engine - 1)).toBeLessThan(1e-9);
  }
});

// The values of fdlibm: these bits must not change, or recorded runs would end differently.
test('the last bit is fixed', () => {
  expect([sin(1), cos(1), sin(2.5), cos(-4), sin(100_000), cos(0.77)]).toEqual([
    0.841_470_984_807_896_5, 0.540_302_305_868_139_8, 0.598_472_144_103_956_4, -0.653_643_620_863_611_9, 0.035_748_797_972_016_51,
    0.717_910_669_610_943_4,
  ]);
});

test('sine and cosine of zero and lengths of vectors are exact', () => {
  expect([sin(0), cos(0), hypot(3, 4), hypot(0, -2)]).toEqual([0, 1, 5, 2]);
});
