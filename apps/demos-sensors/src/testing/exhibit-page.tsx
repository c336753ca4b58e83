import type { ComponentType } from 'react';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';

interface ExhibitPage {
  readonly Component: ComponentType;
  readonly title: string;
  readonly enableMotion: string;
  /** Text if motion is allowed but no sensor responds. */
  readonly motionMissing: string;
}

export const advance = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

/** Adds what jsdom lacks for a page with a canvas before each test in the file, and removes it afterward. */
export function stubCanvas(contextOf: (kind: string) => object | null): void {
  beforeEach(() => {
    jest.useFakeTimers();
    // A cast, because jsdom has no contexts, and these have only the members that the pictures use.
    const getContext = contextOf as unknown as HTMLCanvasElement['getContext'];
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(getContext);
    Object.assign(window, {
      ResizeObserver: class {
        observe() {}
        disconnect() {}
      },
      matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
    });
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    window.innerWidth = 1024;
    window.history.replaceState(null, '', '/');
  });
}

/** What all exhibits have in common: the placard, and the button that requests motion on a phone. */
export function testExhibit({ Component, title, enableMotion, motionMissing }: ExhibitPage): void {
  const motionButton = () => screen.queryByRole('button', { name: enableMotion });
  const tilt = () =>
    act(() => {
      window.dispatchEvent(Object.assign(new Event('deviceorientation'), { beta: 40, gamma: 10 }));
    });
  const tap = () =>
    act(async () => {
      fireEvent.click(motionButton()!);
      await jest.advanceTimersByTimeAsync(0);
    });

  test('H hides the placard and shows it again while the exhibit has focus', () => {
    renderPage(
      <main tabIndex={-1}>
        <Component />
      </main>,
      { motionPaused: true },
    );
    fireEvent.keyDown(window, { key: 'h' });
    expect(screen.getByRole('heading', { name: title })).toBeTruthy();
    screen.getByRole('main').focus();
    fireEvent.keyDown(window, { key: 'h' });
    expect(screen.queryByRole('heading', { name: title })).toBeNull();
    fireEvent.keyDown(window, { key: 'H' });
    expect(screen.getByRole('heading', { name: title })).toBeTruthy();
  });

  test('holding H does not make the placard flicker, and hiding it leaves the focus on the page', () => {
    renderPage(
      <main tabIndex={-1}>
        <Component />
      </main>,
      { motionPaused: true },
    );
    screen.getByRole('button', { name: `Details: ${title}` }).focus();
    fireEvent.keyDown(window, { key: 'h' });
    fireEvent.keyDown(window, { key: 'h', repeat: true });
    expect(screen.queryByRole('heading', { name: title })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  test('on a phone the placard is collapsed at first and expands with a tap', () => {
    window.innerWidth = 390;
    renderPage(<Component />, { motionPaused: true });
    expect(screen.queryByRole('slider')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: `Details: ${title}`, expanded: false }));
    expect(screen.getAllByRole('slider').length).toBeGreaterThan(0);
  });

  test(`on a phone ${enableMotion} waits 500 ms for live motion, then appears and stays until motion is live`, () => {
    window.innerWidth = 390;
    renderPage(<Component />);
    advance(499);
    expect(motionButton()).toBeNull();
    advance(1);
    expect(motionButton()).toBeTruthy();
    tilt();
    expect(motionButton()).toBeNull();
  });

  test(`${enableMotion} leaves its focus to the exhibit when it disappears, but takes it from no other control`, () => {
    window.innerWidth = 390;
    const page = renderPage(<Component />);
    advance(500);
    motionButton()!.focus();
    tilt();
    expect(document.activeElement).toBe(screen.getByRole('application'));
    page.unmount();
    renderPage(<Component />);
    advance(500);
    const details = screen.getByRole('button', { name: `Details: ${title}` });
    details.focus();
    tilt();
    expect(motionButton()).toBeNull();
    expect(document.activeElement).toBe(details);
  });

  test('a phone that has live motion never shows the button, nor does a wide desktop window', () => {
    window.innerWidth = 390;
    const phone = renderPage(<Component />);
    tilt();
    advance(500);
    expect(motionButton()).toBeNull();
    phone.unmount();
    window.innerWidth = 1440;
    renderPage(<Component />);
    advance(2000);
    expect(motionButton()).toBeNull();
  });

  test('an iPad, which identifies as a Macintosh, gets the button; a desktop with the permission does not', () => {
    const requestPermission = () => Promise.resolve('granted');
    window.innerWidth = 1366;
    Object.assign(window, { DeviceOrientationEvent: { requestPermission } });
    Object.defineProperty(navigator, 'maxTouchPoints', { value: 5, configurable: true });
    const tablet = renderPage(<Component />);
    advance(500);
    expect(motionButton()).toBeTruthy();
    tablet.unmount();
    Object.defineProperty(navigator, 'maxTouchPoints', { value: 0, configurable: true });
    renderPage(<Component />);
    advance(500);
    expect(motionButton()).toBeNull();
    Reflect.deleteProperty(navigator, 'maxTouchPoints');
    Reflect.deleteProperty(window, 'DeviceOrientationEvent');
  });

  test('a refusal says how to undo it, and the button stays', async () => {
    window.innerWidth = 390;
    const requestPermission = () => Promise.resolve('denied');
    Object.assign(window, { DeviceMotionEvent: { requestPermission }, DeviceOrientationEvent: { requestPermission } });
    renderPage(<Component />);
    advance(500);
    await tap();
    expect(
      screen.getByText('Motion access was denied. Allow motion sensors in the browser’s settings for this site, then tap again.'),
    ).toBeTruthy();
    expect(motionButton()).toBeTruthy();
    Reflect.deleteProperty(window, 'DeviceMotionEvent');
    Reflect.deleteProperty(window, 'DeviceOrientationEvent');
  });

  test('if motion is allowed but no sensor responds within 500 ms, the page says what happens instead', async () => {
    window.innerWidth = 390;
    renderPage(<Component />);
    advance(500);
    await tap();
    expect(screen.queryByText(motionMissing)).toBeNull();
    advance(500);
    expect(screen.getByText(motionMissing)).toBeTruthy();
  });
}
