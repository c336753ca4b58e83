/** How the points of a series are written one after another. The date is the start of each point's text, `dateAt` characters in. */
export const POINT_FORMATS = {
  json: { separator: ',', nextPoint: ',{', dateAt: '{"date":"'.length },
  csv: { separator: '\r\n', nextPoint: '\r\n', dateAt: 0 },
} as const;

export type HistoryFormat = keyof typeof POINT_FORMATS;

/** In a line of the table: the cells that every point of the item has. No date and no number has this character. */
export const ITEM_PLACE = '*';

const DATE_LENGTH = 'YYYY-MM-DD'.length;

/** Returns the points from the first day to the last, both included; an empty text when there are none. */
export function cutPoints(points: string, format: HistoryFormat, first: string, last: string): string {
  const { separator, nextPoint, dateAt } = POINT_FORMATS[format];
  let start = -1;
  for (let at = 0; at < points.length;) {
    const date = points.slice(at + dateAt, at + dateAt + DATE_LENGTH);
    if (date > last) return start < 0 ? '' : points.slice(start, at - separator.length);
    if (start < 0 && date >= first) start = at;
    const next = points.indexOf(nextPoint, at);
    at = next < 0 ? points.length : next + separator.length;
  }
  return start < 0 ? '' : points.slice(start);
}
