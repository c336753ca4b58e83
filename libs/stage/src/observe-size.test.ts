import { observeSize } from './observe-size.ts';

/** A display, and an element whose size never changes. */
function aDisplay() {
  const queries = new Map<string, EventTarget>();
  const observed: Element[] = [];
  Object.assign(window, {
    devicePixelRatio: 1,
    matchMedia: (query: string) => queries.get(query) ?? queries.set(query, new EventTarget()).get(query),
    ResizeObserver: class {
      observe = (element: Element) => observed.push(element);
      disconnect = () => observed.pop();
    },
  });
  const setRatio = (ratio: number) => {
    const left = queries.get(`(resolution: ${window.devicePixelRatio}dppx)`);
    Object.assign(window, { devicePixelRatio: ratio });
    left?.dispatchEvent(new Event('change'));
  };
  return { observed, setRatio };
}

test('each move to a display with other pixels is noticed, until it is stopped', () => {
  const { observed, setRatio } = aDisplay();
  const ratios: number[] = [];
  const element = document.createElement('canvas');
  const stop = observeSize(element, () => ratios.push(window.devicePixelRatio));
  expect(observed).toEqual([element]);
  setRatio(2);
  setRatio(1.5);
  setRatio(2);
  expect(ratios).toEqual([2, 1.5, 2]);
  Object.assign(window.matchMedia('print'), { matches: true });
  setRatio(3);
  expect(ratios).toHaveLength(3);
  stop();
  Object.assign(window.matchMedia('print'), { matches: false });
  setRatio(1);
  expect(ratios).toHaveLength(3);
  expect(observed).toEqual([]);
});
