import { PALETTES } from './palettes.ts';
import { createStill } from './still.ts';

function aContext() {
  const colors: string[] = [];
  const places: [number, number][] = [];
  const context = {
    strokeStyle: '',
    fillStyle: '',
    lineWidth: 0,
    lineCap: 'butt' as CanvasLineCap,
    globalAlpha: 1,
    fillRect: () => {},
    beginPath: () => {},
    moveTo: (x: number, y: number) => places.push([x, y]),
    quadraticCurveTo: () => {},
    stroke: () => colors.push(context.strokeStyle),
  };
  return { context, colors, places };
}

test('the still without a GPU covers the whole picture in many tones of the palette', () => {
  const { context, colors, places } = aContext();
  expect(createStill(context, PALETTES[0]!, 400, 300).paintSome(Infinity, () => 0)).toBe(true);
  expect(new Set(colors).size).toBeGreaterThan(1000);
  const cells = new Set(places.map(([x, y]) => `${Math.floor(x / 40)} ${Math.floor(y / 30)}`));
  for (let i = 0; i < 100; i += 1) expect(cells).toContain(`${i % 10} ${Math.floor(i / 10)}`);
});

test('painting a still stops when its time is used up and continues from there to the same picture', () => {
  const whole = aContext();
  createStill(whole.context, PALETTES[1]!, 400, 300).paintSome(Infinity, () => 0);
  const parts = aContext();
  const still = createStill(parts.context, PALETTES[1]!, 400, 300);
  let clock = 0;
  let visits = 1;
  while (!still.paintSome(12, () => (clock += 5))) visits += 1;
  expect(visits).toBeGreaterThan(10);
  expect(parts.colors).toEqual(whole.colors);
});
