import { act, fireEvent, screen } from '@testing-library/react';
import { createRandom } from '@site/sim';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { GardenDialog } from './garden-dialog.tsx';

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

function startGarden(onFailed = () => {}): void {
  const nothing = () => {};
  renderPage(
    <GardenDialog
      stream={null}
      isMirrored={false}
      random={createRandom(1)}
      onDone={nothing}
      onFailed={onFailed}
      onCancel={nothing}
    />,
  );
  fireEvent.loadedData(screen.getByLabelText('Camera view'));
}

test('a garden without memory for its canvases reports the failure instead of waiting forever', async () => {
  jest.spyOn(console, 'info').mockImplementation(() => {});
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const onFailed = jest.fn();
  startGarden(onFailed);
  await act(async () => {});
  expect(onFailed).toHaveBeenCalledTimes(1);
});

test('after the page was suspended for a minute, the garden goes on with one flower a second', async () => {
  jest.useFakeTimers();
  const now = performance.now.bind(performance);
  // Suspended timers stand still while the clock continues.
  let suspendedMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now() + suspendedMs);
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  jest.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(640);
  for (const side of ['clientWidth', 'clientHeight'] as const) {
    jest.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(1000);
  }
  const photos: number[] = [];
  const nothing = () => ({ addColorStop() {}, lineTo() {}, moveTo() {}, arc() {}, closePath() {} });
  const drawImage = (image: unknown) => image instanceof HTMLVideoElement && photos.push(now());
  // A cast, because jsdom has no canvas: this stub has the members that the garden uses.
  const context = new Proxy({}, { get: (_target, name) => (name === 'drawImage' ? drawImage : nothing), set: () => true });
  const getContext = (() => context) as unknown as HTMLCanvasElement['getContext'];
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(getContext);
  Object.assign(window, { Path2D: jest.fn(nothing) });

  startGarden();
  const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
  await pass(2_500);
  suspendedMs = 60_000;
  await pass(3_000);
  expect(photos.map((at) => Math.round(at - photos[0]!))).toEqual([0, 1_000, 2_000, 3_000, 4_000, 5_000]);
});
