import { joinLeftOut, readMarketReports, type LeftOut } from '@site/contracts';
import { listReports, type ListedReport } from './report-filters.ts';

export interface ReportListReading {
  readonly reports: ListedReport[];
  readonly leftOut: LeftOut;
}

/** Characters parsed between two time checks: about fifty reports. */
const STEP = 16_000;
/** A possible boundary between two entries. */
const BOUNDARY = '},{"';

/** The entries of a chunk of the list; null if the chunk was cut in the middle of one. */
function entriesOf(piece: string): unknown[] | null {
  try {
    return JSON.parse(`[${piece}]`) as unknown[];
  } catch {
    return null;
  }
}

/**
 * Parses the list of reports in chunks: parsing ten thousand at once would block a slow phone. Chunks that are valid lists
 * add up to the whole list; a boundary inside a title or a nested list makes an invalid chunk, and the next boundary is
 * tried.
 * @throws SyntaxError if the text is not JSON
 */
export function* readReports(text: string): Generator<undefined, ReportListReading> {
  // Anything that is not a list, or cannot be split, is parsed as a whole and fails with the browser's error.
  const whole = (): ReportListReading => {
    const { reports, leftOut } = readMarketReports(JSON.parse(text));
    return { reports: listReports(reports), leftOut };
  };
  const list = text.trim();
  if (!list.startsWith('[') || !list.endsWith(']')) return whole();
  const end = list.length - 1;
  const reports: ListedReport[] = [];
  const leftOut: LeftOut[] = [];
  let start = 1;
  let tried = start;
  while (start < end) {
    const boundary = list.indexOf(BOUNDARY, tried + STEP);
    // After the last boundary the rest of the list is one chunk.
    const cut = boundary === -1 ? end : boundary + 1;
    const entries = entriesOf(list.slice(start, cut));
    if (entries) {
      const read = readMarketReports(entries);
      reports.push(...listReports(read.reports));
      leftOut.push(read.leftOut);
      start = cut + 1;
    } else if (cut === end) {
      return whole();
    }
    tried = cut;
    yield;
  }
  // In the text "[" the first character is also the last.
  return end === 0 ? whole() : { reports, leftOut: joinLeftOut(leftOut) };
}
