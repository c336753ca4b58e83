import { joinLeftOut, readMarketReports, type LeftOut } from '@site/contracts';
import { listReports, type ListedReport } from './report-filters.ts';

export interface ReportListReading {
  readonly reports: ListedReport[];
  readonly leftOut: LeftOut;
}

/** Characters that are read between two looks at the clock: some fifty reports. */
const STEP = 16_000;
/** Where one entry may end and the next begin. */
const SEAM = '},{"';

/** The entries of a piece of a list; null where the piece was cut in the middle of one. */
function entriesOf(piece: string): unknown[] | null {
  try {
    return JSON.parse(`[${piece}]`) as unknown[];
  } catch {
    return null;
  }
}

/**
 * Reads the list of reports a piece at a time: ten thousand of them, read at once, would hold up a slow phone. Pieces that are
 * lists by themselves are, joined by commas, the list; a seam inside a title or a nested list makes a piece that is none, and
 * the next seam is tried.
 * @throws SyntaxError when the text is no JSON
 */
export function* readReports(text: string): Generator<undefined, ReportListReading> {
  // What is no list, or none that can be cut, is read whole and fails as the browser tells it.
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
    const seam = list.indexOf(SEAM, tried + STEP);
    // Past the last seam the rest of the list is one piece.
    const cut = seam === -1 ? end : seam + 1;
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
  // The text "[" is its own end.
  return end === 0 ? whole() : { reports, leftOut: joinLeftOut(leftOut) };
}
