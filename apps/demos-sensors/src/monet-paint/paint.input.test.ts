import { createBrushes, tipOfPen, UPRIGHT } from './brush.ts';
import { attachBrushes } from './paint.input.ts';

function aPicture() {
  const element = document.createElement('div');
  element.getBoundingClientRect = () => ({ left: 100, top: 50, width: 1000, height: 500 }) as DOMRect;
  const brushes = createBrushes(
    8,
    () => [[1, 1, 1]],
    () => {},
  );
  const push = jest.fn();
  const reset = jest.fn();
  const togglePause = jest.fn();
  const undo = jest.fn();
  const redo = jest.fn();
  const detach = attachBrushes(element, { brushes, push, reset, togglePause, undo, redo });
  const pointer = (type: string, clientX: number, clientY: number, timeStamp: number, button = 0, pen = {}) => {
    const event = new MouseEvent(type, { clientX, clientY, button });
    Object.defineProperties(event, { pointerId: { value: 1 }, timeStamp: { value: timeStamp } });
    element.dispatchEvent(Object.assign(event, pen));
  };
  const key = (name: string, keys: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { key: name, cancelable: true, ...keys });
    element.dispatchEvent(event);
    return event.defaultPrevented;
  };
  return { brushes, push, reset, togglePause, undo, redo, pointer, key, detach };
}

test('positions are relative to the picture; without contact, or with another button, nothing is painted', () => {
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

test('arrow keys push, Space paints a dab, and other keys are left to the browser, until the controls are detached', () => {
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

test('R starts over and P pauses once per press, only while the picture has focus', () => {
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

test('a pen paints according to its pressure and tilt; the pressure that a finger reports is ignored', () => {
  const { brushes, pointer } = aPicture();
  pointer('pointerdown', 600, 300, 0, 0, { pointerType: 'pen', pressure: 1, tiltX: 30, tiltY: 0 });
  expect(brushes.take()).toMatchObject([tipOfPen(1, 30, 0)]);
  pointer('pointerup', 600, 300, 1);
  pointer('pointerdown', 600, 300, 10, 0, { pointerType: 'touch', pressure: 1, tiltX: 30, tiltY: 0 });
  expect(brushes.take()).toMatchObject([UPRIGHT]);
});

test('Control or Command Z undoes and with Shift redoes, only while the picture has focus; other commands are left to the browser', () => {
  const { undo, redo, key } = aPicture();
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true }));
  expect(key('z')).toBe(false);
  expect(key('z', { ctrlKey: true, altKey: true })).toBe(false);
  expect(undo).not.toHaveBeenCalled();
  expect(key('z', { ctrlKey: true })).toBe(true);
  expect(key('z', { metaKey: true })).toBe(true);
  expect([undo.mock.calls.length, redo.mock.calls.length]).toEqual([2, 0]);
  expect(key('Z', { ctrlKey: true, shiftKey: true })).toBe(true);
  expect(key('Z', { metaKey: true, shiftKey: true })).toBe(true);
  expect([undo.mock.calls.length, redo.mock.calls.length]).toEqual([2, 2]);
  expect(key('s', { ctrlKey: true })).toBe(false);
});
