import { isRecord } from '@site/contracts';
import { UpstreamError } from './usda.errors.ts';

/** Every request for a section searches these names, and every visitor is sent them. */
const MAX_SECTIONS = 100;
const MAX_NAME_CHARACTERS = 200;

/** One row from MARS; its values have not been checked yet. */
export type MarsRow = Readonly<Record<string, unknown>>;

export interface MarsSection {
  readonly name: string | null;
  /** Names of the report's sections, if the response lists them: the first hundred. */
  readonly sectionNames: readonly string[];
  readonly rows: readonly MarsRow[];
  /** MARS silently truncates long responses and keeps the oldest rows. */
  readonly isTruncated: boolean;
}

function count(stats: unknown, name: string): number | null {
  const value = isRecord(stats) ? stats[name] : undefined;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function isTruncated(stats: unknown): boolean {
  const returned = count(stats, 'returnedRows');
  const allowed = count(stats, 'userAllowedRows');
  const total = count(stats, 'totalRows');
  if (returned === null) return false;
  return (allowed !== null && returned >= allowed) || (total !== null && total > returned);
}

const isName = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_NAME_CHARACTERS;

function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.slice(0, MAX_SECTIONS).filter(isName) : [];
}

function parseSection(value: unknown): MarsSection {
  if (!isRecord(value) || !Array.isArray(value['results'])) {
    throw new UpstreamError('USDA_UNEXPECTED_ANSWER', 'USDA sent JSON that is not a report section');
  }
  const results: readonly unknown[] = value['results'];
  if (!results.every(isRecord)) throw new UpstreamError('USDA_UNEXPECTED_ANSWER', 'USDA sent a row that is not an object');
  const name = value['reportSection'];
  return {
    name: isName(name) ? name : null,
    sectionNames: namesIn(value['reportSections']),
    rows: results,
    isTruncated: isTruncated(value['stats']),
  };
}

/** Sections of a response: one object for a single section, a list if MARS sends several. @throws UpstreamError */
export function parseMarsSections(value: unknown): readonly MarsSection[] {
  const sections = (Array.isArray(value) ? value : [value]).map(parseSection);
  if (sections.length === 0) throw new UpstreamError('USDA_UNEXPECTED_ANSWER', 'USDA sent no report section');
  return sections;
}

/** The list of reports is a bare array; one with an envelope is accepted as well. @throws UpstreamError */
export function parseMarsList(value: unknown): readonly MarsRow[] {
  const list: unknown = isRecord(value) ? value['results'] : value;
  if (!Array.isArray(list) || !list.every(isRecord)) {
    throw new UpstreamError('USDA_UNEXPECTED_ANSWER', 'USDA sent something other than a list of reports');
  }
  return list;
}
