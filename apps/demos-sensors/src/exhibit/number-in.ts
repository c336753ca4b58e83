/** A number from an address, at least `min` and at most `max`; `fallback` if it is missing or not a number. */
export function numberIn(text: string | null, min: number, max: number, fallback: number): number {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? Math.min(max, Math.max(min, value)) : fallback;
}
