import { createSensorController, type SensorController } from '../sensor-controller.ts';
import { atEnd, undoAfterEach } from './give.ts';

/** Each test in the file has virtual time; its controller and its browser end with it. */
export function isolateControllers(): void {
  beforeEach(() => jest.useFakeTimers());
  undoAfterEach();
  afterEach(() => jest.useRealTimers());
}

/** @returns the controller of a page that is on screen, and what the page calls when the visitor leaves it */
export function openController(): { controller: SensorController; detach: () => void } {
  const controller = createSensorController(window);
  const detach = controller.attach();
  atEnd(detach);
  return { controller, detach };
}

export const move = (parts: object) => window.dispatchEvent(Object.assign(new Event('devicemotion'), parts));
export const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};
export const advance = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);
