import { safeStorage } from '@site/host';

const storage = safeStorage(() => window.localStorage);
const KEY = 'balls-figures';

/** Whether this visitor sees the figures of the engine; remembered on the device. */
export const areFiguresShown = (): boolean => storage.getItem(KEY) !== 'closed';

export const saveFiguresShown = (isShown: boolean): void => storage.setItem(KEY, isShown ? 'open' : 'closed');
