import {
  DailyBoardSchema,
  DailyEntryRequestSchema,
  DailyEntrySchema,
  DailyPlaceSchema,
  DailyQuerySchema,
  type DailyBoard,
  type DailyEntry,
} from '@site/contracts';
import { describeSchema } from '../http/api-schema.ts';
import type { DailyEntryEntity } from './daily-entry.entity.ts';

const ENTRY = {
  id: { example: '3f0c9a52-6a0e-4b1e-9d0f-1d2c3b4a5f60' },
  day: { description: 'Calendar day in UTC', example: '2026-11-22' },
  initials: { description: 'Three letters', example: 'ACE' },
  score: { description: 'Gladiators stopped', example: 24 },
  shots: { description: 'Balls fired', example: 118 },
  run: { description: 'As in a replay link: seed, field, inputs, hash of the final state', example: 'AdAF0AW5' },
};

export const DailyQueryDto = describeSchema('DailyQuery', DailyQuerySchema, { day: ENTRY.day });
export const DailyEntryBody = describeSchema('DailyEntryRequest', DailyEntryRequestSchema, ENTRY);
export const DailyBoardDto = describeSchema('DailyBoard', DailyBoardSchema, ENTRY);
export const DailyPlaceDto = describeSchema('DailyPlace', DailyPlaceSchema, { id: ENTRY.id, place: { example: 3 } });
export const DailyEntryDto = describeSchema('DailyEntry', DailyEntrySchema, ENTRY);

type Row = Pick<DailyEntryEntity, 'id' | 'initials' | 'score' | 'shots'>;
const toRow = ({ id, initials, score, shots }: Row): Row => ({ id, initials, score, shots });

export const toBoard = (day: string, entries: readonly Row[]): DailyBoard => ({ day, entries: entries.map(toRow) });
export const toDailyEntry = (entry: DailyEntryEntity): DailyEntry => ({ ...toRow(entry), day: entry.day, run: entry.run });
