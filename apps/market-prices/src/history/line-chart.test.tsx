import { fireEvent, render } from '@testing-library/react';
import { percentTick } from '@site/contracts';
import { LineChart } from './line-chart.tsx';

const WEEK_SECONDS = 7 * 86_400;
const weeks = [0, 1, 2, 3].map((week) => week * WEEK_SECONDS);
const model = {
  weeks,
  lines: [{ item: 'chuck', readings: weeks.map(() => ({ price: 8, low: 7, high: 9, stores: 100, isComparable: true })) }],
  mean: weeks.map(() => 8),
};

const realObserver = globalThis.ResizeObserver;

beforeEach(() => {
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  SVGElement.prototype.setPointerCapture = () => {};
});

afterEach(() => {
  globalThis.ResizeObserver = realObserver;
});

function setUp() {
  const [onRange, onPoint] = [jest.fn(), jest.fn()];
  const { container } = render(
    <LineChart model={model} week={0} range={null} tick={String} size="small" onPoint={onPoint} onRange={onRange} />,
  );
  const svg = container.querySelector('svg')!;
  // jsdom has no pointer events.
  const send = (type: string, clientX: number, init: MouseEventInit = {}, pointerType = 'mouse') =>
    fireEvent(svg, Object.assign(new MouseEvent(type, { bubbles: true, clientX, ...init }), { pointerId: 1, pointerType }));
  return { send, onRange, onPoint, selection: () => container.querySelector('rect') };
}

test.each([
  [
    [0, 1.4],
    ['0%', '+0.5%', '+1.0%', '+1.5%'],
  ],
  [
    [-12, 3],
    ['−15%', '−10%', '−5%', '0%', '+5%'],
  ],
])('the percent axis for %p has a different label on every line', (percents, labels) => {
  const readings = percents.map((price) => ({ price, low: price, high: price, stores: 100, isComparable: true }));
  const { container } = render(
    <LineChart
      model={{ weeks: weeks.slice(0, 2), lines: [{ item: 'chuck', readings }], mean: [] }}
      week={0}
      range={null}
      tick={percentTick}
      size="small"
      onPoint={() => {}}
    />,
  );
  expect([...container.querySelectorAll('text[text-anchor="end"]')].map(({ textContent }) => textContent)).toEqual(labels);
});

test('a drag with the main button selects a range', () => {
  const { send, onRange, selection } = setUp();
  send('pointerdown', 100);
  send('pointermove', 300);
  expect(selection()?.getAttribute('width')).toBe('200');
  send('pointerup', 300);
  expect(onRange).toHaveBeenCalledTimes(1);
  expect(selection()).toBeNull();
  // A movement that was not rendered before the button was released counts too.
  send('pointerdown', 100);
  send('pointermove', 200);
  send('pointerup', 300);
  const [first, second] = onRange.mock.calls;
  expect(second).toEqual(first);
});

test.each([
  ['the right button', { button: 2 }, 'mouse'],
  ['the main button and Ctrl', { ctrlKey: true }, 'mouse'],
  ['a finger', {}, 'touch'],
])('a drag with %s selects nothing', (_, init, pointerType) => {
  const { send, onRange, selection } = setUp();
  send('pointerdown', 100, init, pointerType);
  send('pointermove', 300);
  expect(selection()).toBeNull();
  send('pointerup', 300);
  expect(onRange).not.toHaveBeenCalled();
});

test('a tap without a movement chooses the week at that place', () => {
  const { send, onPoint } = setUp();
  send('pointerdown', 640, {}, 'touch');
  send('pointerup', 640, {}, 'touch');
  expect(onPoint.mock.calls).toEqual([[weeks.length - 1]]);
});

test('a drag that the browser takes over ends without a range', () => {
  const { send, onRange, selection } = setUp();
  send('pointerdown', 100);
  send('pointermove', 200);
  expect(selection()).not.toBeNull();
  send('lostpointercapture', 200);
  send('pointermove', 300);
  expect(selection()).toBeNull();
  send('pointerup', 300);
  expect(onRange).not.toHaveBeenCalled();
});
