import type { Page } from '@playwright/test';
import { expect } from './test.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

const EVENTS = { touchStart: 'pointerdown', touchMove: 'pointermove', touchEnd: 'pointerup' } as const;

/**
 * Fingers on a page that has been opened. Chromium acknowledges a touch before the page has received it, so this waits for the page.
 *
 * @returns a function that puts fingers down, moves all of them, or lifts all of them; by default where they were last
 */
export async function fingersOn(page: Page): Promise<(type: keyof typeof EVENTS, fingers?: readonly Point[]) => Promise<void>> {
  const client = await page.context().newCDPSession(page);
  const seen = await page.evaluateHandle(() => {
    const last: Record<number, string> = {};
    for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const) {
      window.addEventListener(type, ({ pointerId, clientX, clientY }) => {
        last[pointerId] = `${type} ${Math.round(clientX)} ${Math.round(clientY)}`;
      });
    }
    return last;
  });
  let now: readonly Point[] = [];
  return async (type, fingers = now) => {
    now = fingers;
    const touchPoints = type === 'touchEnd' ? [] : fingers.map((point, id) => ({ ...point, id }));
    await client.send('Input.dispatchTouchEvent', { type, touchPoints });
    const expected = fingers.map(({ x, y }) => `${EVENTS[type]} ${x} ${y}`);
    await expect.poll(async () => Object.values(await seen.jsonValue()).slice(-fingers.length)).toEqual(expected);
  };
}
