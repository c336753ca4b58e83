import type { LoaderPorts } from './page-load.ts';

/** Notices when files that the server lacked are back. */
export function watchMissingFiles({ forgetFailed }: Pick<LoaderPorts, 'forgetFailed'>) {
  /** Addresses at which the server lacked a file. */
  const incomplete = new Set<string>();
  let stops = 0;
  return {
    /** All requests were aborted. */
    stopped() {
      stops += 1;
    },
    /** As an attempt begins. @returns to be called if it fails: resolves to true if files below `base` were missing and are back */
    begin() {
      const stopsBefore = stops;
      return async (base: string): Promise<boolean> => {
        // A release that hung would take the connections again.
        if (stops !== stopsBefore) return false;
        if (await forgetFailed(base)) return incomplete.has(base);
        incomplete.add(base);
        return false;
      };
    },
  };
}
