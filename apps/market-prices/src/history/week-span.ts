/** Seconds since 1970: a zoom is stored as times because another region may have other weeks. */
export interface WeekRange {
  readonly from: number;
  readonly to: number;
}

/** Indices of the first and the last week shown in the list of all weeks. */
export interface WeekSpan {
  readonly first: number;
  readonly final: number;
}

/** At least two weeks: a line needs two ends. */
const MIN_STEPS = 1;

const clamp = (number: number, low: number, high: number): number => Math.min(Math.max(number, low), high);

const stepsOf = ({ first, final }: WeekSpan): number => final - first;

/** A span of this many steps from `first`, shifted and clamped to the stored weeks. */
function fit(first: number, steps: number, last: number): WeekSpan {
  const kept = Math.min(Math.max(steps, MIN_STEPS), last);
  const start = clamp(first, 0, last - kept);
  return { first: start, final: start + kept };
}

/** The weeks within a range whose ends may lie between weeks; null means all of them. */
export function spanOf(weeks: readonly number[], range: WeekRange | null): WeekSpan {
  const last = weeks.length - 1;
  if (!range) return { first: 0, final: last };
  const first = weeks.filter((week) => week < range.from).length;
  const final = weeks.filter((week) => week <= range.to).length - 1;
  const start = Math.min(first, final);
  return fit(start, final - start, last);
}

export function rangeOf(weeks: readonly number[], { first, final }: WeekSpan): WeekRange | null {
  const [from, to] = [weeks[first], weeks[final]];
  const isAll = first === 0 && final === weeks.length - 1;
  return isAll || from === undefined || to === undefined ? null : { from, to };
}

/** The newest `steps` + 1 weeks. */
export const newestWeeks = (steps: number, last: number): WeekSpan => fit(last - steps, steps, last);

/** The span unchanged, or shifted just far enough to include the week. */
export function reveal(span: WeekSpan, week: number, last: number): WeekSpan {
  if (week < span.first) return fit(week, stepsOf(span), last);
  return week > span.final ? fit(week - stepsOf(span), stepsOf(span), last) : span;
}

function resize(span: WeekSpan, steps: number, week: number, last: number): WeekSpan {
  const at = clamp(week, span.first, span.final);
  const share = stepsOf(span) === 0 ? 0 : (at - span.first) / stepsOf(span);
  return fit(at - Math.round(share * steps), steps, last);
}

/** Half as many weeks; the one under the cursor keeps its position on the screen, even at an edge. */
export const zoomIn = (span: WeekSpan, week: number, last: number): WeekSpan =>
  resize(span, Math.max(Math.ceil(stepsOf(span) / 2), MIN_STEPS), week, last);

/** Twice as many weeks, up to all of them. */
export const zoomOut = (span: WeekSpan, week: number, last: number): WeekSpan => resize(span, stepsOf(span) * 2, week, last);
