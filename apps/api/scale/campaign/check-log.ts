import type { Registry, RegistryApp } from '@site/contracts';
import type { Act } from './team-at-work.ts';
import type { SeenSet } from './tabs.ts';

/** For each kind of act: true if it turns the first state of the app into the second. */
const EXPLAINS: Readonly<Record<Act['kind'], (act: Act, before: RegistryApp | undefined, after: RegistryApp) => boolean>> = {
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
 * Every acknowledged act is in the log exactly once, with the serial that the team was told; no other is there, except acts
 * whose outcome the team does not know. Each registry differs from the one before it by what its act did to its app. Acts that
 * followed each other are in that order.
 * @param registries those of the whole log, oldest first
 * @returns what is wrong, one line each
 */
export function faultsOfLog(acts: readonly Act[], registries: readonly Registry[]): string[] {
  const faults: string[] = [];
  const byMessage = new Map(acts.map((act) => [act.message, act]));
  const serials = new Map<string, number[]>();
  registries.forEach(({ serial, by, apps }, index) => {
    const before = registries[index - 1];
    if (before && serial !== before.serial + 1) faults.push(`registry ${serial} follows ${before.serial}`);
    // The first is that of the site before any team had released.
    if (!before) return;
    const act = byMessage.get(by?.message ?? '');
    if (!act) return void faults.push(`registry ${serial} is nobody's act: ${by?.message}`);
    serials.set(act.message, [...(serials.get(act.message) ?? []), serial]);
    const changed = [...new Set([...Object.keys(apps), ...Object.keys(before.apps)])].filter(
      (app) => JSON.stringify(apps[app]) !== JSON.stringify(before.apps[app]),
    );
    // A canary that is sent again with the same share is in the log, and changes nothing.
    const isRepeated = changed.length === 0 && act.kind === 'canary';
    if (!isRepeated && changed.join() !== act.app) faults.push(`registry ${serial} changes ${changed.join()}: ${act.message}`);
    const after = apps[act.app];
    if (!after || !EXPLAINS[act.kind](act, before.apps[act.app], after))
      faults.push(`registry ${serial} is not what ${act.kind} does: ${act.message}`);
  });
  for (const { message, outcome, serial } of acts) {
    const found = serials.get(message) ?? [];
    const expected = outcome === 'done' ? found.join() === String(serial) : found.length <= (outcome === 'in doubt' ? 1 : 0);
    if (!expected)
      faults.push(`${message} was ${outcome} (registry ${serial}), and is in the log as ${found.join() || 'nothing'}`);
  }
  const done = acts.filter(({ outcome }) => outcome === 'done').sort((one, other) => (one.serial ?? 0) - (other.serial ?? 0));
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
