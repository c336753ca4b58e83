import type { Registry, RegistryApp } from '@site/contracts';
import type { Action } from './team-at-work.ts';
import type { SeenSet } from './tabs.ts';

type Explains = (action: Action, before: RegistryApp | undefined, after: RegistryApp) => boolean;

/** For each kind of action: true if it turns the first state of the app into the second. */
const EXPLAINS: Readonly<Record<Action['kind'], Explains>> = {
  release: ({ release }, before, { stable, previous, canary }) =>
    stable.release === release && previous?.release === before?.stable.release && canary === null && !before?.canary,
  canary: ({ release }, before, { stable, canary }) =>
    canary?.release === release &&
    stable.release === before?.stable.release &&
    (!before.canary || before.canary.release === release),
  promote: (_, before, { stable, previous, canary }) =>
    stable.release === before?.canary?.release && previous?.release === before.stable.release && canary === null,
  rollback: (_, before, { stable, canary }) =>
    before?.canary
      ? stable.release === before.stable.release && canary === null
      : before?.previous != null && stable.release === before.previous.release,
  kill: ({ release = '' }, before, { stable, killed }) =>
    before?.stable.release === release && stable.release === before.previous?.release && killed.includes(release),
};

/**
 * Every acknowledged action is in the log exactly once, with the serial that the team was told; the log contains no others, except
 * actions whose outcome the team does not know. Each registry differs from the one before it by what its action did to its app.
 * Actions that ran one after the other appear in that order.
 * @param registries those of the whole log, oldest first
 * @returns what is wrong, one line each
 */
export function faultsOfLog(actions: readonly Action[], registries: readonly Registry[]): string[] {
  const faults: string[] = [];
  const byMessage = new Map(actions.map((action) => [action.message, action]));
  const serials = new Map<string, number[]>();
  registries.forEach(({ serial, by, apps }, index) => {
    const before = registries[index - 1];
    if (before && serial !== before.serial + 1) faults.push(`registry ${serial} follows ${before.serial}`);
    // The first is that of the site before any team had released.
    if (!before) return;
    const action = byMessage.get(by?.message ?? '');
    if (!action) return void faults.push(`registry ${serial} was not made by any known action: ${by?.message}`);
    serials.set(action.message, [...(serials.get(action.message) ?? []), serial]);
    const changed = [...new Set([...Object.keys(apps), ...Object.keys(before.apps)])].filter(
      (app) => JSON.stringify(apps[app]) !== JSON.stringify(before.apps[app]),
    );
    // A canary that is sent again with the same share is in the log, and changes nothing.
    const isRepeated = changed.length === 0 && action.kind === 'canary';
    if (!isRepeated && changed.join() !== action.app)
      faults.push(`registry ${serial} changes ${changed.join()}: ${action.message}`);
    const after = apps[action.app];
    if (!after || !EXPLAINS[action.kind](action, before.apps[action.app], after))
      faults.push(`registry ${serial} is not the result of ${action.kind}: ${action.message}`);
  });
  for (const { message, outcome, serial } of actions) {
    const found = serials.get(message) ?? [];
    const expected = outcome === 'done' ? found.join() === String(serial) : found.length <= (outcome === 'in doubt' ? 1 : 0);
    if (!expected)
      faults.push(`${message} was ${outcome} (registry ${serial}), and its registries in the log are: ${found.join() || 'none'}`);
  }
  const done = actions.filter(({ outcome }) => outcome === 'done').sort((one, other) => (one.serial ?? 0) - (other.serial ?? 0));
  for (const [index, later] of done.entries())
    for (const earlier of done.slice(0, index))
      if (later.endedAt < earlier.startedAt)
        faults.push(`${later.message} ended before ${earlier.message} began, and is later in the log`);
  return faults;
}

/** The app whose canary the visitors of a bucket see. */
const canaryOf = ({ apps }: Registry, bucket: number | undefined): string | undefined =>
  bucket === undefined
    ? undefined
    : Object.keys(apps).find((app) => apps[app]?.canary?.buckets.some(([from, to]) => bucket >= from && bucket < to));

/**
 * Every set that a visitor saw is one that the gate has checked: the stable releases of one registry, and at most one of its
 * canaries, the one for the visitor's bucket.
 * @returns what is wrong, one line each
 */
export function faultsOfSets(sets: readonly SeenSet[], registries: readonly Registry[]): string[] {
  const bySerial = new Map(registries.map((registry) => [String(registry.serial), registry]));
  return sets.flatMap(({ name, bucket, releases }) => {
    const [serial = '', canary] = name.split('+');
    const registry = bySerial.get(serial);
    if (!registry) return [`no registry has the serial of the set ${name}`];
    const expected = Object.entries(registry.apps).flatMap(([app, entry]) =>
      app === 'shell' ? [] : [[app, app === canary ? entry.canary?.release : entry.stable.release] as const],
    );
    const isSame =
      expected.length === Object.keys(releases).length && expected.every(([app, release]) => releases[app] === release);
    return isSame && canaryOf(registry, bucket) === canary
      ? []
      : [`visitor ${bucket} saw ${JSON.stringify(releases)} as ${name}, which is ${JSON.stringify(expected)}`];
  });
}
