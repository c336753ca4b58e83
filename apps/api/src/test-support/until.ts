import { setTimeout as delay } from 'node:timers/promises';
import { serverLog } from './server-process.ts';

const PAUSE_MS = 20;
/** Less than the timeout of any test, so that a failure names the line that waits. */
const LIMIT_MS = 240_000;

/**
 * Waits for a condition.
 * @param describe what to show if it stays false
 * @throws Error after four minutes
 */
export async function until(condition: () => boolean | Promise<boolean>, describe?: () => unknown): Promise<void> {
  const giveUpAt = performance.now() + LIMIT_MS;
  while (!(await condition())) {
    if (performance.now() > giveUpAt) {
      const seen = describe ? `: ${JSON.stringify(await describe())}` : '';
      throw new Error(`still waiting after ${LIMIT_MS / 60_000} min${seen}\nThe servers logged last:\n${serverLog()}`);
    }
    await delay(PAUSE_MS);
  }
}
