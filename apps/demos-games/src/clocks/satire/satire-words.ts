import { minuteText, type WallTime } from '../clock.model.ts';

export interface SatireWords {
  /** Two or three short words, set as large as the poster allows. */
  readonly slogan: string;
  /** Contains `{hour}`, which is replaced by the hour of the clock. */
  readonly hourBoast: string;
  /** Shown under the clock in turn, each for a minute. */
  readonly boasts: readonly string[];
  readonly smallPrint: string;
}

const FIELDS = ['slogan', 'hourBoast', 'boasts', 'smallPrint'];
const MAX_CHARACTERS = { slogan: 24, hourBoast: 80, boast: 80, smallPrint: 160 };
const MAX_BOASTS = 60;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function problemOfText(value: unknown, max: number): string | null {
  if (typeof value !== 'string') return 'must be a string';
  if (value.trim() === '') return 'must not be empty';
  return value.length > max ? `must be at most ${max} characters` : null;
}

function problemsOf(value: Readonly<Record<string, unknown>>): string[] {
  const problems: string[] = [];
  const check = (field: string, problem: string | null) => {
    if (problem !== null) problems.push(`${field}: ${problem}`);
  };
  for (const field of Object.keys(value)) check(field, FIELDS.includes(field) ? null : 'is not a field of this file');
  check('slogan', problemOfText(value['slogan'], MAX_CHARACTERS.slogan));
  check('hourBoast', problemOfText(value['hourBoast'], MAX_CHARACTERS.hourBoast));
  check('smallPrint', problemOfText(value['smallPrint'], MAX_CHARACTERS.smallPrint));
  if (typeof value['hourBoast'] === 'string' && !value['hourBoast'].includes('{hour}')) {
    check('hourBoast', 'must contain {hour}');
  }
  const { boasts } = value;
  if (!Array.isArray(boasts)) check('boasts', 'must be a list of strings');
  else if (boasts.length === 0 || boasts.length > MAX_BOASTS) check('boasts', `must contain 1 to ${MAX_BOASTS} strings`);
  else for (const [index, boast] of boasts.entries()) check(`boasts.${index}`, problemOfText(boast, MAX_CHARACTERS.boast));
  return problems;
}

/** @throws Error naming the file and every wrong field */
export function parseSatireWords(value: unknown, file: string): SatireWords {
  if (!isRecord(value)) throw new Error(`${file}: must be an object`);
  const problems = problemsOf(value);
  if (problems.length > 0) throw new Error(`${file}: ${problems.join('; ')}`);
  return value as unknown as SatireWords; // problemsOf has just checked every field, which the compiler cannot see.
}

/** The boast of the hour, "12" at noon and at midnight. */
export function hourBoastAt({ hourBoast }: SatireWords, { hours }: WallTime): string {
  return hourBoast.replaceAll('{hour}', String(hours % 12 || 12));
}

/** The boast of the minute: each is shown for one minute, in the order of the file. */
export function boastAt({ boasts }: SatireWords, { hours, minutes }: WallTime): string {
  return boasts[(hours * 60 + minutes) % boasts.length] ?? '';
}

/** "10:08" and "AM", for the poster's large figures. */
export function posterTime(time: WallTime): readonly [figures: string, half: string] {
  const [figures = '', half = ''] = minuteText(time).split(' ');
  return [figures, half];
}
