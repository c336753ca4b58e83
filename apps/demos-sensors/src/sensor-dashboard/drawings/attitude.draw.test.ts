import { matrixOf } from '../measures/attitude.ts';
import { drawBubble, drawDevice } from './attitude.draw.ts';
import { drawCompass } from './compass.draw.ts';
import { PALETTE } from './palette.factory.ts';

const area = { width: 212, height: 212, palette: PALETTE };

/** Records the fills with their colors, and the last circle before each. */
function aContext() {
  const fills: { color: string; circle: readonly number[] }[] = [];
  const dashes: string[] = [];
  let circle: readonly number[] = [];
  const known: Record<string, unknown> = {
    fillStyle: '',
    font: PALETTE.font,
    arc: (...numbers: number[]) => (circle = numbers.slice(0, 3)),
    fill: () => fills.push({ color: String(known['fillStyle']), circle }),
    setLineDash: (dash: readonly number[]) => dashes.push(dash.join()),
  };
  const context = new Proxy(known, {
    get: (target, name: string) => (name in target ? target[name] : () => {}),
  });
  return { context: context as unknown as CanvasRenderingContext2D, fills, dashes };
}

test('when level, the two discs coincide; with the top raised, the bubble is above', () => {
  const level = aContext();
  drawBubble(level.context, area, matrixOf(0, 0, 0));
  expect(level.fills.map(({ color }) => color)).toEqual(['disc', 'bubble']);
  const [first, second] = level.fills.map(({ circle }) => circle);
  second?.forEach((number, index) => expect(number).toBeCloseTo(first?.[index] ?? Number.NaN, 6));
  expect(second).toHaveLength(3);
  const raised = aContext();
  drawBubble(raised.context, area, matrixOf(0, 45, 0));
  expect(raised.fills[1]?.circle[0]).toBeCloseTo(0, 6);
  expect(raised.fills[1]?.circle[1]).toBeCloseTo(-74, 6);
});

test('without a reading there is no bubble, no heading and no device', () => {
  const { context, fills, dashes } = aContext();
  drawBubble(context, area, undefined);
  drawDevice(context, area, undefined);
  drawCompass(context, area, undefined);
  expect(fills).toEqual([]);
  expect(dashes).toContain('4,4');
});

test('face up the device shows its screen, face down its back', () => {
  const up = aContext();
  drawDevice(up.context, area, matrixOf(0, 0, 0));
  expect(up.fills.map(({ color }) => color)).toContain('bubble');
  expect(up.fills.map(({ color }) => color)).not.toContain('disc');
  const down = aContext();
  drawDevice(down.context, area, matrixOf(0, 180, 0));
  expect(down.fills.map(({ color }) => color)).toContain('disc');
  expect(down.fills.map(({ color }) => color)).not.toContain('bubble');
});
