import { createScrollPlaces } from './scroll-places.ts';

beforeEach(() => {
  window.history.replaceState({ key: 'first' }, '');
});

/** A page whose height changes, in a window that is 600 px high. @param isReturn it was reloaded */
function aPage(height: number, { isReturn = false, scrollY = 0 } = {}) {
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
  Object.assign(window, { innerHeight: 600, scrollY });
  window.scrollTo = jest.fn((_x: number, y: number) => {
    Object.assign(window, { scrollY: Math.min(y, Math.max(0, shape.height - 600)) });
  }) as unknown as typeof window.scrollTo;
  const grow = (to: number) => {
    shape.height = to;
    observed();
  };
  return { shape, grow, disconnect, scroll: createScrollPlaces(window, isReturn) };
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
  const { disconnect } = aReturn();
  window.scrollTo(0, 40);
  window.dispatchEvent(new Event('scroll'));
  expect([window.scrollY, disconnect.mock.calls.length]).toEqual([40, 1]);
});

test('a page that becomes shorter for a moment, and so is moved up by the browser, is still scrolled to the place', () => {
  const { shape, grow } = aReturn();
  grow(1_000);
  shape.height = 700;
  window.scrollTo(0, 900);
  expect(window.scrollY).toBe(100);
  shape.height = 1_800;
  window.dispatchEvent(new Event('scroll'));
  grow(1_800);
  expect(window.scrollY).toBe(900);
});

/** A document that was left at 900 px, and is loaded again with a short page. */
function aReload({ isReturn = true, scrollY = 0 } = {}) {
  aPage(2_000, { scrollY: 900 });
  window.dispatchEvent(new Event('pagehide'));
  return aPage(700, { isReturn, scrollY });
}

test.each([
  ['before the browser restores anything', 0],
  ['although the browser could restore only a part', 100],
])('a reloaded page is scrolled to the place as it grows, %s', (_when, scrollY) => {
  const { grow } = aReload({ scrollY });
  grow(1_800);
  expect(window.scrollY).toBe(900);
});

test('a reloaded page stays where the visitor has scrolled before its scripts arrived', () => {
  const { grow } = aReload({ scrollY: 50 });
  grow(1_800);
  expect(window.scrollY).toBe(50);
});

test('a page that was opened anew, in the same history entry, begins at its top', () => {
  const { grow } = aReload({ isReturn: false });
  grow(1_800);
  expect(window.scrollY).toBe(0);
});

test('after a reload, Back still returns to the place on an earlier entry', () => {
  const { scroll } = aPage(2_000);
  window.scrollTo(0, 900);
  scroll.leave('first');
  const left: unknown = window.history.state;
  window.history.replaceState({ key: 'page' }, '');
  window.dispatchEvent(new Event('pagehide'));
  const later = aPage(2_000, { isReturn: true });
  later.scroll.leave('page');
  window.history.replaceState(left, '');
  later.scroll.arrive('first');
  expect(window.scrollY).toBe(900);
});

test('the browser restores the place itself only when the document is left', () => {
  const { scroll } = aPage(2_000);
  scroll.leave('list');
  expect(history.scrollRestoration).toBe('manual');
  window.dispatchEvent(new Event('pagehide'));
  expect(history.scrollRestoration).toBe('auto');
});
