import { setTimeout as delay } from 'node:timers/promises';
import { serverLog } from './server-process.ts';

const PAUSE_MS = 20;
/** Less than the timeout of any test, so that a failure names the line that waits. */
const LIMIT_MS = 240_000;

/**
 * Waits for a condition.
 * @param describe what to show if it stays false
 * @throws Error after four minutes, even if the condition itself never settles
 */
export async function until(condition: () => boolean | Promise<boolean>, describe?: () => unknown): Promise<void> {
  const limit = new AbortController();
  // Also ends the wait for a condition that hangs. Its rejection comes with the abort below.
  const isLate = delay(LIMIT_MS, false, { signal: limit.signal }).catch(() => false);
  const end = performance.now() + LIMIT_MS;
  try {
    while (performance.now() < end) {
      if (await Promise.race([condition(), isLate])) return;
      await delay(PAUSE_MS);
    }
  } finally {
    limit.abort();
  }
  const seen = describe ? `: ${JSON.stringify(await describe())}` : '';
  throw new Error(`still waiting after ${LIMIT_MS / 60_000} min${seen}\nThe servers logged last:\n${serverLog()}`);
}
