/**
 * Puts an entry at the end of a map whose least recently used entry comes first, and drops that one if there are more than `max`.
 * @returns the value
 */
export function keepRecent<Key, Value>(kept: Map<Key, Value>, key: Key, value: Value, max: number): Value {
  kept.delete(key);
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > max && oldest !== undefined) kept.delete(oldest);
  return value;
}
