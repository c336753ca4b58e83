import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Makes the engine collect garbage now: weakly referenced objects are gone afterward. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
