import { safeStorage } from '@site/host';

/** What the game keeps in the visitor's browser. */
export interface Records {
  readonly bestWave: number;
  readonly bestScore: number;
  readonly muted: boolean;
}

const storage = safeStorage(() => window.localStorage);
const KEY = 'tennis-ball-gun';
const NOTHING: Records = { bestWave: 0, bestScore: 0, muted: false };

const countIn = (value: unknown): number => (Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : 0);

/** If anything else is stored under the key, the game starts without records. */
export function readRecords(): Records {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return NOTHING;
    const record = kept as Partial<Record<keyof Records, unknown>>; // any object may be looked up by name
    return { bestWave: countIn(record.bestWave), bestScore: countIn(record.bestScore), muted: record.muted === true };
  } catch {
    return NOTHING;
  }
}

export function saveRecords(records: Records): void {
  storage.setItem(KEY, JSON.stringify(records));
}
