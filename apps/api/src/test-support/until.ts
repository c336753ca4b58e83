import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 20;

/** Waits for a condition, until the test's own timeout. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(PAUSE_MS);
}
