/** A named run that the address requests. */
interface RequestedScenario {
  readonly name: string;
  /** Position in the run, in 60 Hz ticks. */
  readonly ticks: number;
  /** True if the run continues from there; otherwise it is a still. */
  readonly continues: boolean;
}

/**
 * Reads `?scenario=burst&at=4`: the run "burst", four seconds in; `&go` continues it from there.
 * @param scenarios the runs by name
 * @param maxSeconds the latest moment that is computed for a visitor
 * @returns undefined if the address names no such run
 */
export function readScenario(
  search: string,
  scenarios: Readonly<Record<string, unknown>>,
  maxSeconds: number,
): RequestedScenario | undefined {
  const query = new URLSearchParams(search);
  const name = query.get('scenario') ?? '';
  if (!Object.hasOwn(scenarios, name)) return undefined;
  const seconds = Math.min(Math.max(Number(query.get('at')) || 0, 0), maxSeconds);
  return { name, ticks: Math.round(seconds * 60), continues: query.has('go') };
}
