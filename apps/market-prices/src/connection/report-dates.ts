// Created once: a formatter costs more than everything it formats on one screen.
const CALENDAR = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** `2026-09-14` as "Sep 14, 2026": a calendar date, the same in every time zone. */
export function calendarDate(isoDate: string): string {
  return CALENDAR.format(new Date(`${isoDate}T00:00:00Z`));
}

/** A moment in the visitor's own zone: "Sep 18, 2026, 10:05 AM". */
export function localMoment(isoTimestamp: string): string {
  return MOMENT.format(new Date(isoTimestamp));
}
