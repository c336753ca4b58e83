import { registryEntry, VISITOR_BUCKETS, type Canary, type Registry, type ReleasePointer } from '@site/contracts';
import type { BuildOutput } from './build-output.ts';
import { refusalsOfContent, type JudgeContent } from './content-gate.ts';
import { releasePaths } from './paths.ts';
import { admit, isSamePointer, refusals, requireContent, withoutIncompatiblePrevious } from './publish.ts';
import { damagedFiles, readRelease } from './read-release.ts';
import { updateRegistry, type RegistryKeys } from './registry-store.ts';
import { entryOf, refuse, requireSeen, type SeenState, type SwitchResult } from './switch-release.ts';
import { bucketCount, resizeBuckets } from './visitor-sets.ts';

export interface CanaryOptions {
  /** Share of the visitors who see it: 0.05 is 5%. */
  readonly share: number;
  /** Share of its page views that may fail before it is withdrawn: 0.02 is 2%. */
  readonly maxErrorRate: number;
}

export interface CanaryResult {
  readonly serial: number;
  readonly release: string;
  /** The current share: 0.05 is 5%. */
  readonly share: number;
}

const bucketsOfOthers = (apps: Registry['apps'], app: string): Canary['buckets'] =>
  Object.entries(apps).flatMap(([name, { canary }]) => (name === app ? [] : (canary?.buckets ?? [])));

/**
 * Shows a build to a share of the visitors, with the stable releases of all other apps. Calling it again with the same build changes the
 * share.
 * @throws ReleaseError RELEASE_REFUSED with every reason why the build may not be shown
 */
export async function startCanary(
  root: string,
  build: BuildOutput,
  { share, maxErrorRate }: CanaryOptions,
  keys: RegistryKeys,
  now: Date,
  judge: JudgeContent = refusalsOfContent,
): Promise<CanaryResult> {
  const { app, release } = build.manifest;
  await requireContent(build, judge);
  const registry = await updateRegistry(root, keys, now, async (apps, serial) => {
    const entry =
      registryEntry(apps, app) ?? refuse(`${app} has no stable release to fall back to; \`site release ${app}\` makes one`);
    const { canary: running } = entry;
    if (entry.stable.release === release) return refuse(`${app} ${release} is already live for every visitor`);
    if (running && running.release !== release)
      return refuse(`${app} ${running.release} is being tried; \`site promote ${app}\` or \`site rollback ${app}\` first`);
    const isRunning = (pointer: ReleasePointer): boolean => isSamePointer(running, pointer);
    const { pointer, contract } = await admit(root, build, apps, 'canary', isRunning, keys.verifying);
    const since = running?.since ?? serial;
    const wanted = Math.round(share * VISITOR_BUCKETS);
    const buckets = resizeBuckets(running?.buckets ?? [], bucketsOfOthers(apps, app), wanted, since);
    return { ...apps, [app]: { ...entry, canary: { ...pointer, since, buckets, maxErrorRate, contract } } };
  });
  const { canary } = entryOf(registry.apps, app);
  return { serial: registry.serial, release, share: bucketCount(canary?.buckets ?? []) / VISITOR_BUCKETS };
}

/**
 * Makes the canary the stable release; the release that was stable becomes the previous one.
 * @param seen nothing is promoted unless the app is still in this state
 * @throws ReleaseError RELEASE_REFUSED if there is no canary, or it is incompatible with the releases it would be combined with
 */
export async function promote(root: string, app: string, keys: RegistryKeys, now: Date, seen?: SeenState): Promise<SwitchResult> {
  let from = '';
  const registry = await updateRegistry(root, keys, now, async (apps) => {
    requireSeen(apps, app, seen);
    const entry = entryOf(apps, app);
    if (!entry.canary) return refuse(`${app} has no canary; \`site canary ${app}\` starts one`);
    from = entry.stable.release;
    const { release, manifestIntegrity, contract } = entry.canary;
    const stable = { release, manifestIntegrity };
    const manifest = await readRelease(root, app, stable);
    const lost = await damagedFiles(releasePaths.release(root, app, release), manifest);
    if (lost.length > 0) return refuse(`${app} ${release} is damaged (${lost.join(', ')}); roll it back and start it again`);
    const reasons = await refusals(root, manifest, apps);
    if (reasons.length > 0) return refuse(`${app} ${release}: ${reasons.join('; ')}`);
    const next = { ...apps, [app]: { ...entry, stable, previous: entry.stable, contract, canary: null } };
    return withoutIncompatiblePrevious(root, next, manifest);
  });
  return { serial: registry.serial, from, to: entryOf(registry.apps, app).stable.release };
}
