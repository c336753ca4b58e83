import * as v from 'valibot';
import { isCalendarDay, requestObject } from './request-object.ts';

const DAY = 'day must be a date such as 2026-11-22';
const INITIALS = 'initials must be three letters from A to Z';
const SCORE = 'score must be a whole number from 0 to 1000';
/** Four times the text of a player who never rests. */
const MAX_RUN_CHARACTERS = 16_000;
const RUN = `run must be the text of a replay link, at most ${MAX_RUN_CHARACTERS} characters`;

const Day = v.pipe(v.string(DAY), v.check(isCalendarDay, DAY));
const Initials = v.pipe(v.string(INITIALS), v.regex(/^[A-Z]{3}$/, INITIALS));
const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The calendar day in UTC, such as 2026-11-22, of a time in ms since 1970. */
export const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);

/** When a calendar day begins in UTC, ms since 1970. */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Query of `GET /api/daily-challenge`. Without a day: today in UTC. */
export const DailyQuerySchema = requestObject({ day: v.optional(Day) });

/** Body of `POST /api/daily-challenge/entries`. */
export const DailyEntryRequestSchema = requestObject({
  /** Calendar day in UTC. */
  day: Day,
  initials: Initials,
  /** Gladiators stopped, as the game counted them. */
  score: v.pipe(v.number(SCORE), v.integer(SCORE), v.minValue(0, SCORE), v.maxValue(1000, SCORE)),
  /** Seed, field, inputs and hash of the final state, as in a replay link. */
  run: v.pipe(v.string(RUN), v.regex(/^[\w-]+$/, RUN), v.maxLength(MAX_RUN_CHARACTERS, RUN)),
});

const entry = {
  id: v.string(),
  initials: Initials,
  /** Gladiators stopped. */
  score: Count,
  /** Balls fired; of two entries with the same score, the one with fewer is better. */
  shots: Count,
};

/** Response of `GET /api/daily-challenge`: the best entries of a day, best first. */
export const DailyBoardSchema = v.object({ day: v.string(), entries: v.array(v.object(entry)) });

/** Response of `POST /api/daily-challenge/entries`. */
export const DailyPlaceSchema = v.object({
  id: v.string(),
  /** From 1; null: the run is valid, but not among the entries that are kept. */
  place: v.nullable(Count),
});

/** Response of `GET /api/daily-challenge/entries/:id`. */
export const DailyEntrySchema = v.object({ ...entry, day: v.string(), run: v.string() });

export type DailyQuery = v.InferOutput<typeof DailyQuerySchema>;
export type DailyEntryRequest = v.InferOutput<typeof DailyEntryRequestSchema>;
export type DailyBoard = v.InferOutput<typeof DailyBoardSchema>;
export type DailyPlace = v.InferOutput<typeof DailyPlaceSchema>;
export type DailyEntry = v.InferOutput<typeof DailyEntrySchema>;

/** @throws Error if the response is not a leaderboard */
export function parseDailyBoard(value: unknown): DailyBoard {
  const result = v.safeParse(DailyBoardSchema, value);
  if (!result.success) throw new Error('the response is not a leaderboard');
  return result.output;
}

/** @throws Error if the response is not a place on the leaderboard */
export function parseDailyPlace(value: unknown): DailyPlace {
  const result = v.safeParse(DailyPlaceSchema, value);
  if (!result.success) throw new Error('the response is not a place on the leaderboard');
  return result.output;
}

/** @throws Error if the response is not a leaderboard entry */
export function parseDailyEntry(value: unknown): DailyEntry {
  const result = v.safeParse(DailyEntrySchema, value);
  if (!result.success) throw new Error('the response is not a leaderboard entry');
  return result.output;
}
