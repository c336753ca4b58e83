import { createBrushes } from './brush.ts';
import { attachBrushes } from './paint.input.ts';

function aPicture() {
  const element = document.createElement('div');
  element.getBoundingClientRect = () => ({ left: 100, top: 50, width: 1000, height: 500 }) as DOMRect;
  const brushes = createBrushes(8, () => [[1, 1, 1]]);
  const push = jest.fn();
  const reset = jest.fn();
  const togglePause = jest.fn();
  const detach = attachBrushes(element, { brushes, push, reset, togglePause });
  const pointer = (type: string, clientX: number, clientY: number, timeStamp: number, button = 0) => {
    const event = new MouseEvent(type, { clientX, clientY, button });
    Object.defineProperties(event, { pointerId: { value: 1 }, timeStamp: { value: timeStamp } });
    element.dispatchEvent(event);
  };
  const key = (name: string, keys: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { key: name, cancelable: true, ...keys });
    element.dispatchEvent(event);
    return event.defaultPrevented;
  };
  return { brushes, push, reset, togglePause, pointer, key, detach };
}

test('places are shares of the picture; a hand that is up, or another button, paints nothing', () => {
  const { brushes, pointer } = aPicture();
  pointer('pointermove', 600, 300, 0);
  pointer('pointerdown', 600, 300, 0, 2);
  expect(brushes.take()).toEqual([]);
  pointer('pointerdown', 600, 300, 10);
  expect(brushes.take()).toMatchObject([{ x: 0.5, y: 0.5 }]);
  pointer('pointermove', 620, 300, 30);
  expect(brushes.take()).toMatchObject([{ x: 0.52, y: 0.5 }]);
  pointer('pointercancel', 620, 300, 40);
  pointer('pointermove', 700, 300, 60);
  expect(brushes.take()).toEqual([]);
});

test('arrow keys push, Space lays on a dab, other keys stay the browser’s, until it is detached', () => {
  const { brushes, push, key, detach } = aPicture();
  expect(key('ArrowLeft')).toBe(true);
  expect(push).toHaveBeenCalledWith(-1, 0);
  expect(key(' ')).toBe(true);
  const [dab] = brushes.take();
  expect(Math.hypot(dab!.speedX, dab!.speedY)).toBeGreaterThan(0.5);
  expect(key('Tab')).toBe(false);
  expect(key('ArrowUp', { altKey: true })).toBe(false);
  detach();
  key('ArrowRight');
  expect(push).toHaveBeenCalledTimes(1);
});

test('R starts again and P pauses once per press, in the picture alone', () => {
  const { reset, togglePause, key } = aPicture();
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'r' }));
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'p' }));
  expect(reset).not.toHaveBeenCalled();
  expect(togglePause).not.toHaveBeenCalled();
  expect(key('R')).toBe(true);
  expect(key('r', { repeat: true })).toBe(true);
  expect(key('r', { ctrlKey: true })).toBe(false);
  expect(reset).toHaveBeenCalledTimes(1);
  expect(key('p')).toBe(true);
  expect(key('P', { repeat: true })).toBe(true);
  expect(togglePause).toHaveBeenCalledTimes(1);
});
