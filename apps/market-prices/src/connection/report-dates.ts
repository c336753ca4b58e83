const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** A moment in the visitor's own zone: "Sep 18, 2026, 10:05 AM". */
export function localMoment(isoTimestamp: string): string {
  return MOMENT.format(new Date(isoTimestamp));
}
