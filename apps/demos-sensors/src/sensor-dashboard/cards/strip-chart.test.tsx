import { useState, useSyncExternalStore } from 'react';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderPage } from '../../../../../tools/jest/render-page.tsx';
import { createSensorCanvases, SensorCanvasesContext } from '../drawings/sensor-canvas.tsx';
import { aBrowser } from '../testing/a-browser.ts';
import { give } from '../testing/give.ts';
import { advance, isolateControllers, openController } from '../testing/open-controller.ts';
import type { SensorController } from '../sensor-controller.ts';
import { MotionCard } from './motion-card.tsx';

isolateControllers();
afterEach(() => jest.restoreAllMocks());

function Dashboard({ controller }: { readonly controller: SensorController }) {
  const [canvases] = useState(createSensorCanvases);
  const { signals } = useSyncExternalStore(controller.subscribe, controller.view);
  return (
    <SensorCanvasesContext value={canvases}>
      <MotionCard controller={controller} signal="accelerometer" view={signals.accelerometer} />
    </SensorCanvasesContext>
  );
}

function send(x: number): void {
  const event = Object.assign(new Event('devicemotion'), { accelerationIncludingGravity: { x, y: 0, z: 0 } });
  // An event's timestamp does not use the test's clock.
  Object.defineProperty(event, 'timeStamp', { value: performance.now() });
  window.dispatchEvent(event);
}
const shake = async (x: number) => {
  send(x);
  await act(() => advance(200));
};

/** The accelerometer's card while motion is paused, so that no loop draws. */
async function openStill() {
  const paint = jest.fn();
  const context = new Proxy({ clearRect: paint, measureText: () => ({ width: 10 }) } as Record<string, unknown>, {
    get: (target, name: string) => (name in target ? target[name] : () => {}),
  }) as unknown as CanvasRenderingContext2D; // what the drawing calls is there
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  jest.spyOn(HTMLCanvasElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
  jest.spyOn(HTMLCanvasElement.prototype, 'clientHeight', 'get').mockReturnValue(150);
  for (const name of ['ResizeObserver', 'IntersectionObserver']) {
    give(
      window,
      name,
      class {
        observe() {}
        disconnect() {}
      },
    );
  }
  give(window, 'matchMedia', () => new EventTarget());
  const saved: string[] = [];
  // jsdom's File does not give its content back.
  give(window, 'File', function keepText([text]: [string]) {
    saved.push(text);
  });
  give(URL, 'createObjectURL', () => 'blob:chart');
  give(URL, 'revokeObjectURL', () => {});
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  aBrowser();
  const { controller } = openController();
  await shake(1);
  const { motion } = renderPage(<Dashboard controller={controller} />, { motionPaused: true });
  await shake(1);
  const press = (name: string) => act(() => void fireEvent.click(screen.getByRole('button', { name })));
  /** The x column of the chart's file. */
  const savedX = () => {
    press('Save CSV of the Accelerometer chart');
    const rows = saved.at(-1)!.trimEnd().split('\r\n').slice(1);
    return rows.map((row) => Number(row.split(',')[1]));
  };
  return { paint, motion, press, savedX };
}

test('while motion is paused, a chart is painted once after each change of its scale, its zero or its content', async () => {
  const { paint, press } = await openStill();
  const paintsOf = async (change: () => void) => {
    paint.mockClear();
    change();
    await shake(2);
    return paint.mock.calls.length;
  };
  expect(await paintsOf(() => {})).toBe(0);
  const scale = screen.getByRole('combobox', { name: 'Scale of the Accelerometer chart' });
  expect(await paintsOf(() => fireEvent.change(scale, { target: { value: '±40 m/s²' } }))).toBe(1);
  expect(await paintsOf(() => press('Set to zero: Accelerometer'))).toBe(1);
  expect(await paintsOf(() => press('Undo zero: Accelerometer'))).toBe(1);
  expect(await paintsOf(() => press('Clear the Accelerometer chart'))).toBe(1);
});

test('while motion is paused, the CSV has the samples that the chart shows, whatever has arrived since', async () => {
  const { motion, press, savedX } = await openStill();
  const shown = savedX();
  expect(shown.length).toBeGreaterThan(0);
  // More than the sensor's buffer holds.
  for (let sample = 0; sample < 7000; sample += 1) send(5);
  expect(savedX()).toEqual(shown);
  press('Clear the Accelerometer chart');
  await shake(3);
  expect(savedX()).toEqual([]);
  // Pausing paints the chart once more.
  act(() => motion.setPaused(false));
  await shake(4);
  act(() => motion.setPaused(true));
  expect(savedX()).toEqual([3, 4]);
});
