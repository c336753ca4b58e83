import { Inject, Injectable, Logger } from '@nestjs/common';
import { registryEntry } from '@site/contracts';
import { canaryAppOf, isLocal, isVouchedFor, parseVerifyingKey, withCanaryLive, type Override } from '@site/releases';
import { Config } from '../config/config.ts';
import { keepRecent } from '../http/keep-recent.ts';
import { WithdrawnTrials } from '../trials/withdrawn-trials.ts';
import { LiveRegistry, REPAIR_MS, type LiveSite } from './live-registry.ts';
import { withLocalRemotes } from './local-remotes.ts';
import { releaseSet, type ReleaseSet } from './release-set.ts';
import { readSnapshot } from './site-snapshot.ts';

const MAX_OVERRIDDEN_SETS = 20;

/** Sets that differ from the stable one, read for their first visitor and discarded with the registry. */
interface OtherSets {
  readonly live: LiveSite;
  /** By the app on trial. */
  readonly canaries: Map<string, Promise<ReleaseSet>>;
  /** By the overrides of a visitor, least recently used first. */
  readonly overridden: Map<string, Promise<ReleaseSet>>;
}

const sourceOf = (override: Override): string => (isLocal(override) ? override.origin.replace('http://', '') : override.release);

/** Everything that decides what is shown: of two links to the same release, only one may be valid. */
const keyOf = (override: Override): string => {
  const source = `${override.app}=${sourceOf(override)}`;
  return isLocal(override) ? source : `${source} ${override.manifestIntegrity} ${override.needsStatement}`;
};

/** Which releases a visitor gets: the stable ones, those with a canary, or those of an override link. */
@Injectable()
export class VisitorReleases {
  private readonly logger = new Logger(VisitorReleases.name);
  private readonly verifyingKey: ReturnType<typeof parseVerifyingKey>;
  private others: OtherSets | undefined;

  constructor(
    private readonly config: Config,
    private readonly registry: LiveRegistry,
    @Inject(WithdrawnTrials) private readonly withdrawn: Pick<WithdrawnTrials, 'has'>,
  ) {
    this.verifyingKey = parseVerifyingKey(config.releaseSigningKey);
  }

  /**
   * @param bucket the visitor's, or null for the stable releases
   * @param overrides releases that take the place of the stable ones, for this visitor
   */
  async of(bucket: number | null, overrides: readonly Override[]): Promise<ReleaseSet> {
    const live = await this.registry.current();
    if (overrides.length === 0 && bucket === null) return live.stable;
    if (this.others?.live !== live) this.others = { live, canaries: new Map(), overridden: new Map() };
    return this.overriddenSet(this.others, overrides) ?? this.canarySet(this.others, bucket);
  }

  private canarySet({ live, canaries }: OtherSets, bucket: number | null): ReleaseSet | Promise<ReleaseSet> {
    const { apps } = live.registry;
    const app = bucket === null ? undefined : canaryAppOf(apps, bucket);
    const canary = app === undefined ? null : apps[app]?.canary;
    if (app === undefined || !canary || this.withdrawn.has(app, canary)) return live.stable;
    let set = canaries.get(app);
    if (!set) {
      set = this.readCanary(live, canaries, app);
      canaries.set(app, set);
    }
    return set;
  }

  /** Undefined if no override is valid: its release is killed, or its app was never part of this site. */
  private overriddenSet(sets: OtherSets, overrides: readonly Override[]): Promise<ReleaseSet> | undefined {
    const { live, overridden } = sets;
    const wanted = overrides.filter((override) => {
      // A remote on its developer's machine may never have been released.
      if (isLocal(override)) return true;
      const entry = registryEntry(live.registry.apps, override.app);
      return entry !== undefined && !entry.killed.includes(override.release);
    });
    if (wanted.length === 0) return undefined;
    const name = wanted.map(keyOf).join('&');
    // Links are few, and each set costs the memory of its pages.
    return keepRecent(overridden, name, overridden.get(name) ?? this.readOverridden(sets, wanted, name), MAX_OVERRIDDEN_SETS);
  }

  /** If one override cannot be read, none is shown: the visitor sees the stable releases. */
  private async readOverridden(
    { live: { registry, stable }, overridden }: OtherSets,
    overrides: readonly Override[],
    name: string,
  ): Promise<ReleaseSet> {
    const { releasesDir } = this.config;
    const apps = { ...registry.apps };
    for (const override of overrides) {
      if (isLocal(override)) continue;
      const { app, release, manifestIntegrity, needsStatement } = override;
      const isTrusted =
        !needsStatement || (await isVouchedFor(releasesDir, this.verifyingKey, app, { release, manifestIntegrity }));
      if (!isTrusted) continue;
      const entry = registryEntry(apps, app);
      if (entry) apps[app] = { ...entry, stable: { release, manifestIntegrity }, previous: entry.stable, canary: null };
    }
    try {
      const shown = overrides.map((override) => ({ app: override.app, release: sourceOf(override) }));
      const released = await readSnapshot(releasesDir, { ...registry, apps }, shown);
      const snapshot = await withLocalRemotes(releasesDir, released, overrides.filter(isLocal));
      // A remote on a developer's machine needs none of the released files.
      const isDamaged = overrides.some((override) => !isLocal(override) && snapshot.damaged.includes(override.app));
      if (isDamaged) throw new Error('its files are gone or not what was released');
      return releaseSet({ ...snapshot, name: `${registry.serial}+${shown.map(({ app }) => app).join('+')}*` });
    } catch (cause) {
      this.logger.error(`an override is not shown: ${(cause as Error).message}`);
      setTimeout(() => overridden.delete(name), REPAIR_MS).unref();
      return stable;
    }
  }

  /** An unreadable canary is not shown: its visitors see the stable release. */
  private async readCanary({ registry, stable }: LiveSite, canaries: OtherSets['canaries'], app: string): Promise<ReleaseSet> {
    try {
      const snapshot = await readSnapshot(this.config.releasesDir, { ...registry, apps: withCanaryLive(registry.apps, app) });
      if (snapshot.damaged.includes(app)) throw new Error('its files are not what was released');
      return releaseSet({ ...snapshot, name: `${registry.serial}+${app}` });
    } catch (cause) {
      this.logger.error(`the canary of ${app} is not shown: ${(cause as Error).message}`);
      setTimeout(() => canaries.delete(app), REPAIR_MS).unref();
      return stable;
    }
  }
}
