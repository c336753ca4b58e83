import type { KeyObject } from 'node:crypto';
import { retiredEntry, VISITOR_BUCKETS, type Registry, type RegistryApp } from '@site/contracts';
import { keyIdOf, type Provenance } from './authority/tuf-metadata.ts';
import { readPast, type History } from './history.ts';
import { readRegistry } from './registry-store.ts';
import { bucketCount } from './visitor-sets.ts';

/** The origin of a release, as its signer stated it. */
export type Origin = Pick<Provenance, 'repository' | 'commit' | 'isDirty' | 'builder' | 'message'>;

/** One change to the release of an app that visitors get: all of them, or the share that sees a canary. */
export interface Deployment {
  readonly serial: number;
  readonly at: string;
  readonly app: string;
  /** Null: the app's first release, or the start of a canary. */
  readonly from: string | null;
  /** Null: the end of a canary or, without a share, a retired remote. */
  readonly to: string | null;
  /** For a canary: the share of the visitors who see it from then on, 0.05 for 5%. Undefined for a stable release. */
  readonly share?: number;
  /** Who made the change, and why. Undefined for commands from before there were teams. */
  readonly by?: Registry['by'];
  /** Origin of the release that visitors get from then on. Undefined without a statement. */
  readonly origin?: Origin;
}

type Change = Pick<Deployment, 'from' | 'to' | 'share'>;

function changesOf(now: RegistryApp, before: RegistryApp | undefined): Change[] {
  const changes: Change[] = [];
  const was = before?.stable.release ?? null;
  if (was !== now.stable.release) changes.push({ from: was, to: now.stable.release });
  const [share, shareBefore] = [now.canary, before?.canary].map((canary) => bucketCount(canary?.buckets ?? []) / VISITOR_BUCKETS);
  const triedBefore = before?.canary?.release ?? null;
  const tried = now.canary?.release ?? null;
  // A promotion is listed as a change of the stable release.
  if (triedBefore !== tried && triedBefore !== now.stable.release && tried === null)
    changes.push({ from: triedBefore, to: null, share: 0 });
  if (tried !== null && (tried !== triedBefore || share !== shareBefore))
    changes.push({ from: triedBefore, to: tried, share: share ?? 0 });
  return changes;
}

function deploymentsIn({ serial, issuedAt, by, apps, retired }: Registry, before: Registry | undefined): Deployment[] {
  const changed = (app: string, change: Change): Deployment => ({ serial, at: issuedAt, app, ...change, ...(by && { by }) });
  const live = Object.entries(apps).flatMap(([app, entry]) =>
    changesOf(entry, before?.apps[app]).map((change) => changed(app, change)),
  );
  const gone = Object.entries(retired ?? {}).filter(([app]) => !retiredEntry(before, app));
  return [...live, ...gone.map(([app, { last }]) => changed(app, { from: last.stable.release, to: null }))];
}

async function deploymentsOf(history: History): Promise<Deployment[]> {
  const deployments: Deployment[] = [];
  let now: Registry | undefined;
  for await (const before of history) {
    if (now) deployments.push(...deploymentsIn(now, before));
    now = before;
  }
  return now ? [...deployments, ...deploymentsIn(now, undefined)] : deployments;
}

interface KnownLog {
  /** The newest registry that was no longer live. */
  readonly newest: Registry;
  /** The changes up to that registry. */
  readonly log: readonly Deployment[];
}

/** By store and key: past registries never change, so a server reads each of them once. */
const known = new Map<string, KnownLog>();

/** Every change to what visitors get, newest first. */
export async function readLog(root: string, verifyingKey: KeyObject): Promise<readonly Deployment[]> {
  const name = `${keyIdOf(verifyingKey)} ${root}`;
  const live = await readRegistry(root, verifyingKey);
  const earlier = known.get(name);
  const start = earlier && earlier.newest.serial < live.serial ? earlier : undefined;
  const since = start?.newest.serial ?? 0;
  let newest: Registry | undefined;
  const unread = async function* (): History {
    yield live;
    for await (const past of readPast(root, verifyingKey, { before: live.serial, after: since })) {
      newest ??= past;
      yield past;
    }
    if (start) yield start.newest;
  };
  const later = (await deploymentsOf(unread())).filter(({ serial }) => serial > since);
  const log = [...later, ...(start?.log ?? [])];
  if (newest) known.set(name, { newest, log: log.filter(({ serial }) => serial < live.serial) });
  return log;
}
