import { createGame, step } from '@site/sim/tennis-ball-gun';
import { aimThrough, attachPointer, createControls } from './game.input.ts';

const CANNON = { x: 700, y: 856, aim: 0, cooldown: 0, lastX: 700 };

test.each([
  [300, 200],
  [700, 100],
  [1350, 500],
  [640, 700],
])('a ball goes through the crosshair at %d, %d', (x, y) => {
  const game = createGame({ width: 1400, height: 900, seed: 1, mode: 'endless' });
  game.obstacles.length = 0;
  step(game, { move: 0, fire: true, aim: aimThrough(game.cannon, { x, y }) }, () => 1);
  let nearest = Infinity;
  for (let tick = 0; tick < 60 && game.balls[0]?.bounces === 0; tick += 1) {
    const [ball] = game.balls;
    for (let part = 0; part <= 10; part += 1) {
      const partX = ball!.lastX + ((ball!.x - ball!.lastX) * part) / 10;
      const partY = ball!.lastY + ((ball!.y - ball!.lastY) * part) / 10;
      nearest = Math.min(nearest, Math.hypot(partX - x, partY - y));
    }
    step(game, { move: 0, fire: false, aim: 0 }, () => 1);
  }
  expect(nearest).toBeLessThan(8);
});

test.each([
  ['a', -1],
  ['A', -1],
  ['ArrowLeft', -1],
  ['d', 1],
  ['D', 1],
  ['ArrowRight', 1],
] as const)('%s moves the cannon by %d while it is held', (key, move) => {
  const controls = createControls(undefined, () => undefined);
  expect(controls.press(key)).toBe(true);
  expect(controls.read(CANNON).move).toBe(move);
  controls.lift(key);
  expect(controls.read(CANNON).move).toBe(0);
});

test('both directions at once cancel out, Space fires, and other keys are left to the browser', () => {
  const controls = createControls(undefined, () => undefined);
  controls.press('a');
  controls.press('ArrowRight');
  controls.press(' ');
  expect(controls.read(CANNON)).toMatchObject({ move: 0, fire: true });
  expect(controls.press('Tab')).toBe(false);
  controls.release();
  expect(controls.read(CANNON)).toMatchObject({ move: 0, fire: false });
});

test('Q and E turn the barrel', () => {
  const controls = createControls(undefined, () => undefined);
  controls.press('e');
  controls.read(CANNON);
  expect(controls.read(CANNON).aim).toBe(96);
  controls.lift('e');
  controls.press('q');
  expect(controls.read(CANNON).aim).toBe(48);
  expect(controls.crosshair(CANNON).x).toBeGreaterThan(700);
});

test('lifting one finger does not release the other pad; of two pads the one pressed last counts', () => {
  const controls = createControls(undefined, () => undefined);
  controls.pressPad(1, -1);
  controls.pressPad(2, 1);
  expect(controls.read(CANNON).move).toBe(1);
  controls.liftPad(1);
  expect(controls.read(CANNON).move).toBe(1);
  controls.pressPad(3, -1);
  controls.liftPad(3);
  expect(controls.read(CANNON).move).toBe(1);
  controls.liftPad(2);
  expect(controls.read(CANNON).move).toBe(0);
  controls.pressPad(4, -1);
  controls.release();
  expect(controls.read(CANNON).move).toBe(0);
});

test('pads move, and a gamepad moves, aims, fires and pauses once per press', () => {
  let pauses = 0;
  const buttons = Array.from({ length: 16 }, () => ({ pressed: false, touched: false, value: 0 }));
  const gamepad = { axes: [-0.9, 0, 0.7, -0.7], buttons };
  const controls = createControls(
    () => (pauses += 1),
    () => gamepad,
  );
  buttons[7]!.pressed = true;
  buttons[9]!.pressed = true;
  expect(controls.read(CANNON)).toMatchObject({ move: -1, fire: true, aim: 848 });
  controls.read(CANNON);
  expect(pauses).toBe(1);
  gamepad.axes = [0.1, 0, 0, 0];
  controls.pressPad(1, 1);
  expect(controls.read(CANNON).move).toBe(1);
});

test('a pointer aims, and fires while it is pressed', () => {
  const controls = createControls(undefined, () => undefined);
  const element = document.createElement('div');
  const detach = attachPointer(element, controls, (x, y) => ({ x, y }));
  const send = (type: string, x: number, y: number) =>
    element.dispatchEvent(Object.assign(new MouseEvent(type, { clientX: x, clientY: y, button: 0 }), { pointerId: 1 }));
  send('pointermove', 200, 300);
  expect(controls.read(CANNON)).toMatchObject({ fire: false, aim: aimThrough(CANNON, { x: 200, y: 300 }) });
  send('pointerdown', 900, 300);
  expect(controls.read(CANNON)).toMatchObject({ fire: true, aim: aimThrough(CANNON, { x: 900, y: 300 }) });
  send('pointerup', 900, 300);
  expect(controls.read(CANNON).fire).toBe(false);
  expect(controls.crosshair(CANNON)).toEqual({ x: 900, y: 300 });
  detach();
  send('pointerdown', 10, 10);
  expect(controls.read(CANNON).fire).toBe(false);
});
