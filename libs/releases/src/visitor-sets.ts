import { registryEntry, VISITOR_BUCKETS, type Canary, type Registry } from '@site/contracts';
import { ReleaseError } from './errors.ts';

type Buckets = Canary['buckets'];

/** The first bucket of a rollout: far from that of the previous rollout, so that the same visitors are not always the first. */
const firstBucketOf = (serial: number): number => (serial * 6_180) % VISITOR_BUCKETS;

export const bucketCount = (buckets: Buckets): number => buckets.reduce((sum, [from, to]) => sum + to - from, 0);

/** The parts of `range` outside the ranges that are taken. */
function freeParts([from, to]: readonly [number, number], taken: Buckets): Buckets {
  return taken.reduce<Buckets>(
    (parts, [takenFrom, takenTo]) =>
      parts.flatMap(([start, end]): Buckets => {
        const before: Buckets = start < takenFrom ? [[start, Math.min(end, takenFrom)]] : [];
        const after: Buckets = takenTo < end ? [[Math.max(start, takenTo), end]] : [];
        return [...before, ...after];
      }),
    [[from, to]],
  );
}

/**
 * The buckets of a rollout whose share changes. Visitors are added after those who already see it, and removed in reverse order, so
 * nobody who sees it is moved back while it grows.
 * @param others buckets of the other rollouts: a visitor sees the stable releases and at most one canary, a checked combination
 * @param wanted number of buckets, out of 10,000
 * @throws ReleaseError RELEASE_REFUSED if the other rollouts leave too few
 */
export function resizeBuckets(own: Buckets, others: Buckets, wanted: number, serial: number): Buckets {
  const kept: Buckets = [];
  let missing = wanted;
  const take = ([from, to]: readonly [number, number]): void => {
    const end = Math.min(to, from + missing);
    if (end <= from) return;
    const last = kept.at(-1);
    if (last && last[1] === from) last[1] = end;
    else kept.push([from, end]);
    missing -= end - from;
  };
  for (const range of own) take(range);
  const begin = own.at(-1)?.[1] ?? firstBucketOf(serial);
  const taken = [...own, ...others];
  for (const range of [...freeParts([begin, VISITOR_BUCKETS], taken), ...freeParts([0, begin], taken)]) take(range);
  if (missing > 0) {
    const free = (wanted - missing) / 100;
    throw new ReleaseError('RELEASE_REFUSED', `other canaries take up the rest: at most ${free}% are left for this one`);
  }
  return kept;
}

/** The app whose canary the visitors of a bucket see; undefined: they see only stable releases. */
export function canaryAppOf(apps: Registry['apps'], bucket: number): string | undefined {
  return Object.keys(apps).find((app) => apps[app]?.canary?.buckets.some(([from, to]) => bucket >= from && bucket < to));
}

/** The site for visitors of one app's canary: it is live, and the stable release is the previous one. */
export function withCanaryLive(apps: Registry['apps'], app: string): Registry['apps'] {
  const entry = registryEntry(apps, app);
  if (!entry?.canary) return apps;
  const { release, manifestIntegrity, contract } = entry.canary;
  const tried = { ...entry, stable: { release, manifestIntegrity }, previous: entry.stable, contract, canary: null };
  if (app !== 'shell') return { ...apps, [app]: tried };
  // A canary of the shell was checked with the stable remotes, not with their previous releases.
  const others = Object.entries(apps).map(([name, other]) => [name, { ...other, previous: null }] as const);
  return { ...Object.fromEntries(others), [app]: tried };
}
