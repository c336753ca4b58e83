import { attachBallControls, throwSpeed, type BallControls } from './balls.input.ts';

test('a throw has the speed of the last 80 ms, in px per tick', () => {
  const samples = [0, 10, 20, 30, 40, 50].map((at) => ({ x: at * 0.6, y: -at * 0.3, at: at + 1000 }));
  const speed = throwSpeed([{ x: 900, y: 900, at: 0 }, ...samples], 1050);
  expect(speed.x).toBeCloseTo(10, 6);
  expect(speed.y).toBeCloseTo(-5, 6);
});

test('a pointer that rested before release throws nothing', () => {
  expect(
    throwSpeed(
      [
        { x: 0, y: 0, at: 0 },
        { x: 50, y: 0, at: 20 },
      ],
      500,
    ),
  ).toEqual({ x: 0, y: 0 });
});

function anElement() {
  const element = document.createElement('div');
  const names = ['grab', 'drag', 'throw', 'burst', 'nudge', 'shake', 'reset'] as const;
  const controls = Object.fromEntries(
    names.map((name) => [name, jest.fn(() => name === 'grab')]),
  ) as unknown as jest.Mocked<BallControls>;
  const detach = attachBallControls(element, controls);
  const pointer = (type: string, x: number, y: number, timeStamp: number, finger = 1) => {
    const event = new MouseEvent(type, { clientX: x, clientY: y, button: 0 });
    Object.defineProperties(event, { pointerId: { value: finger }, timeStamp: { value: timeStamp } });
    element.dispatchEvent(event);
  };
  const key = (name: string) => element.dispatchEvent(new KeyboardEvent('keydown', { key: name }));
  return { controls, pointer, key, detach };
}

test('press, drag and release grab, carry and throw a ball, without a burst', () => {
  const { controls, pointer } = anElement();
  pointer('pointerdown', 100, 100, 0);
  pointer('pointermove', 140, 100, 20);
  pointer('pointermove', 180, 100, 40);
  pointer('pointerup', 180, 100, 45);
  expect(controls.grab).toHaveBeenCalledWith(1, 100, 100);
  expect(controls.drag).toHaveBeenLastCalledWith(1, 180, 100);
  expect(controls.throw.mock.lastCall![1]).toBeCloseTo(33.33, 1);
  expect(controls.burst).not.toHaveBeenCalled();
});

test('two fingers each carry and throw their own ball', () => {
  const { controls, pointer } = anElement();
  pointer('pointerdown', 100, 100, 0, 1);
  pointer('pointerdown', 300, 100, 5, 2);
  pointer('pointermove', 100, 150, 30, 1);
  pointer('pointermove', 330, 100, 30, 2);
  expect(controls.grab.mock.calls.map(([finger]) => finger)).toEqual([1, 2]);
  expect(controls.drag.mock.calls).toEqual([
    [1, 100, 150],
    [2, 330, 100],
  ]);
  pointer('pointerup', 100, 150, 40, 1);
  pointer('pointermove', 360, 100, 50, 2);
  expect(controls.throw.mock.calls.map(([finger]) => finger)).toEqual([1]);
  expect(controls.drag).toHaveBeenLastCalledWith(2, 360, 100);
});

test('a press within 200 ms and 5 px is a click and bursts; a longer one is not', () => {
  const { controls, pointer } = anElement();
  pointer('pointerdown', 100, 100, 0);
  pointer('pointerup', 103, 104, 200);
  expect(controls.burst).toHaveBeenCalledWith(103, 104);
  pointer('pointerdown', 100, 100, 1000);
  pointer('pointerup', 100, 100, 1201);
  expect(controls.burst).toHaveBeenCalledTimes(1);
});

test('a canceled touch releases the ball and does not burst', () => {
  const { controls, pointer } = anElement();
  pointer('pointerdown', 100, 100, 0);
  pointer('pointercancel', 100, 100, 50);
  expect(controls.throw).toHaveBeenCalledTimes(1);
  expect(controls.burst).not.toHaveBeenCalled();
});

test('keys nudge, burst, shake and reset until the controls are detached', () => {
  const { controls, key, detach } = anElement();
  for (const name of ['ArrowLeft', ' ', 'Enter', 's', 'R']) key(name);
  expect(controls.nudge).toHaveBeenCalledWith(-1, 0);
  expect(controls.burst).toHaveBeenCalledTimes(2);
  expect(controls.shake).toHaveBeenCalledTimes(1);
  expect(controls.reset).toHaveBeenCalledTimes(1);
  detach();
  key('s');
  expect(controls.shake).toHaveBeenCalledTimes(1);
});
