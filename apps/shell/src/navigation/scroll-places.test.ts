import { createScrollPlaces } from './scroll-places.ts';

/** A page whose height changes, in a window that is 600 px high. */
function aPage(height: number) {
  const shape = { height };
  let observed = () => {};
  const disconnect = jest.fn();
  globalThis.ResizeObserver = class {
    constructor(callback: ResizeObserverCallback) {
      observed = () => callback([], this);
    }
    observe() {}
    unobserve() {}
    disconnect = disconnect;
  };
  jest.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(() => shape.height);
  Object.assign(window, { innerHeight: 600, scrollY: 0 });
  window.scrollTo = jest.fn((_x: number, y: number) => {
    Object.assign(window, { scrollY: Math.min(y, Math.max(0, shape.height - 600)) });
  }) as unknown as typeof window.scrollTo;
  const grow = (to: number) => {
    shape.height = to;
    observed();
  };
  return { shape, grow, disconnect, scroll: createScrollPlaces(window) };
}

/** A page that the visitor left at 900 px and returns to while most of its content is still loading. */
function aReturn() {
  const page = aPage(2_000);
  window.scrollTo(0, 900);
  page.scroll.leave('list');
  page.shape.height = 700;
  page.scroll.arrive('list');
  return page;
}

test('a new page begins at its top, and one that the visitor returns to begins where they left it', () => {
  const { scroll, shape } = aPage(2_000);
  window.scrollTo(0, 900);
  scroll.leave('list');
  scroll.arrive('page');
  expect(window.scrollY).toBe(0);
  window.scrollTo(0, 200);
  scroll.leave('page');
  shape.height = 2_000;
  scroll.arrive('list');
  expect(window.scrollY).toBe(900);
  scroll.leave('list');
  scroll.arrive('page');
  expect(window.scrollY).toBe(200);
});

test('a page whose content is still on its way is scrolled as it grows, until the place is reached', () => {
  const { grow, disconnect } = aReturn();
  expect(window.scrollY).toBe(100);
  grow(1_000);
  expect([window.scrollY, disconnect.mock.calls.length]).toEqual([400, 0]);
  grow(1_800);
  expect([window.scrollY, disconnect.mock.calls.length]).toEqual([900, 1]);
});

test.each(['wheel', 'keydown', 'touchmove', 'pointerdown'])('a visitor who moves (%s) is left where they are', (move) => {
  const { disconnect } = aReturn();
  window.dispatchEvent(new Event(move));
  expect(disconnect).toHaveBeenCalledTimes(1);
});

test('a visitor who drags the scroll bar up is left where they are', () => {
  const { grow, disconnect } = aReturn();
  window.scrollTo(0, 40);
  grow(1_800);
  expect([window.scrollY, disconnect.mock.calls.length]).toEqual([40, 1]);
});

test('the browser restores the place itself only when the document is left', () => {
  const { scroll } = aPage(2_000);
  scroll.leave('list');
  expect(history.scrollRestoration).toBe('manual');
  window.dispatchEvent(new Event('pagehide'));
  expect(history.scrollRestoration).toBe('auto');
});
