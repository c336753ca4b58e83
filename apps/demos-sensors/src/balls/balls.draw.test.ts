import { createRandom } from '@site/sim';
import { createPicture } from './balls.draw.ts';
import { createBalls } from './balls.model.ts';
import { viewOf } from './balls.view.ts';

const PALETTE = { ground: '#0b0e1a', balls: ['#ff8a1f', '#35b6ff', '#ff5f8f', '#3fe06b'] };

function aCanvas() {
  const sprites: [number, number][] = [];
  const images: ImageData[] = [];
  const context = {
    fillRect: () => {},
    beginPath: () => {},
    arc: () => {},
    fill: () => {},
    drawImage: (_sprite: unknown, x: number, y: number) => sprites.push([x, y]),
    createImageData: (width: number, height: number) => ({ width, height, data: new Uint8ClampedArray(4 * width * height) }),
    putImageData: (image: ImageData) => images.push(image),
  };
  // A cast, because jsdom has no context, and the picture uses only these few of its two hundred members.
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as unknown as RenderingContext);
  return { canvas: document.createElement('canvas'), sprites, images };
}

afterEach(() => {
  jest.restoreAllMocks();
});

test('the picture uses the screen’s pixels, at most two per CSS px, and draws a sprite for each ball', () => {
  const { canvas, sprites } = aCanvas();
  const picture = createPicture(canvas, PALETTE);
  const balls = createBalls(400, 500, createRandom(1));
  picture.fit(400, 500, 3);
  picture.draw(balls, 1, 1);
  expect([canvas.width, canvas.height]).toEqual([800, 1000]);
  expect(sprites).toHaveLength(333);
  // A sprite of diameter 30 with a one-pixel border, centered on the ball.
  expect(sprites[5]![0]).toBeCloseTo(balls.x[5]! * 2 - 16, 6);
});

test('between two ticks a ball is drawn between its older and its newer position', () => {
  const { canvas, sprites } = aCanvas();
  const picture = createPicture(canvas, PALETTE);
  const balls = createBalls(400, 500, createRandom(1), 1);
  picture.fit(400, 500, 1);
  balls.work.tickX[0] = 100;
  balls.x[0] = 110;
  picture.draw(balls, 1, 0.25);
  expect(sprites[0]![0]).toBeCloseTo(102.5 - 8.5, 6);
});

test('a crowd is painted into one image, in which the balls cover their area and have all four colors', () => {
  const { canvas, images } = aCanvas();
  const picture = createPicture(canvas, PALETTE);
  const view = viewOf(400, 500, 3333);
  const balls = createBalls(view.width, view.height, createRandom(1), 3333);
  picture.fit(400, 500, 1);
  picture.draw(balls, view.scale, 1);
  expect(images).toHaveLength(1);
  const pixels = new Uint32Array(images[0]!.data.buffer);
  const ground = pixels[0]!;
  const ofColor = [0xff1f8aff, 0xffffb635, 0xff8f5fff, 0xff6be03f].map(
    (color) => pixels.filter((pixel) => pixel === color).length,
  );
  expect([ground, ...ofColor.map((count) => count > 500)]).toEqual([0xff1a0e0b, true, true, true, true]);
  const covered = pixels.filter((pixel) => pixel !== ground).length;
  const area = 3333 * Math.PI * (7.5 * view.scale) ** 2;
  expect(covered).toBeGreaterThan(area);
  expect(covered).toBeLessThan(area * 1.8);
});

test('balls at the edge of the image stay in their rows', () => {
  const { canvas, images } = aCanvas();
  const picture = createPicture(canvas, { ...PALETTE, balls: ['#ffffff'] });
  const view = viewOf(400, 500, 2500);
  const balls = createBalls(view.width, view.height, createRandom(1), 2500);
  balls.x.fill(-2);
  balls.y.fill(view.height / 2);
  picture.fit(400, 500, 1);
  picture.draw(balls, view.scale, 1);
  const pixels = new Uint32Array(images[0]!.data.buffer);
  expect(pixels.some((pixel, index) => index % 400 > 200 && pixel !== 0xff1a0e0b)).toBe(false);
});
