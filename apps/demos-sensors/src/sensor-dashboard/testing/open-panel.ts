import { createPanel, type Panel } from '../panel.ts';
import { atEnd, undoAfterEach } from './give.ts';

/** Each test of the file has virtual time; its panel and its browser end with it. */
export function isolatePanels(): void {
  beforeEach(() => jest.useFakeTimers());
  undoAfterEach();
  afterEach(() => jest.useRealTimers());
}

/** @returns the panel of a page that is on screen, and what the page calls when the visitor leaves it */
export function openPanel(): { panel: Panel; detach: () => void } {
  const panel = createPanel(window);
  const detach = panel.attach();
  atEnd(detach);
  return { panel, detach };
}

export const move = (parts: object) => window.dispatchEvent(Object.assign(new Event('devicemotion'), parts));
export const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};
export const advance = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);
