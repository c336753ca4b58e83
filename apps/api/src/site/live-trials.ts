import { Inject, Injectable } from '@nestjs/common';
import { registryEntry } from '@site/contracts';
import { canaryAppOf } from '@site/releases';
import { WithdrawnTrials } from '../trials/withdrawn-trials.ts';
import { LiveRegistry, type LiveSite } from './live-registry.ts';

/** A release on trial: a canary that has not been withdrawn. */
export interface Trial {
  readonly app: string;
  readonly release: string;
  readonly stable: string;
  /** Serial of the registry that started it. */
  readonly since: number;
  readonly maxErrorRate: number;
  /** False if it can only be reached by an override link. */
  readonly hasVisitors: boolean;
}

/** The shell of a visitor while a new shell is on trial. */
export interface ShellDuringTrial {
  /** The one on trial, or the stable one that it is compared with. */
  readonly release: string;
  /** Serial of the registry that started the trial. */
  readonly trial: number;
}

/** Which releases are currently on trial, and which pages belong to the site. */
@Injectable()
export class LiveTrials {
  constructor(
    private readonly live: LiveRegistry,
    @Inject(WithdrawnTrials) private readonly withdrawn: Pick<WithdrawnTrials, 'has'>,
  ) {}

  /** Trials in progress. */
  async all(): Promise<Trial[]> {
    const { registry } = await this.live.current();
    return Object.entries(registry.apps).flatMap(([app, { stable, canary }]) => {
      if (!canary || this.withdrawn.has(app, canary)) return [];
      const { release, since, maxErrorRate, buckets } = canary;
      return [{ app, release, stable: stable.release, since, maxErrorRate, hasVisitors: buckets.length > 0 }];
    });
  }

  /** Returns true if some visitors see a different release than the others. */
  async haveVisitors(): Promise<boolean> {
    return this.haveVisitorsOf(await this.live.current());
  }

  /** The same, for a registry that has already been read. */
  haveVisitorsOf({ registry: { apps } }: LiveSite): boolean {
    for (const app in apps) {
      const canary = apps[app]?.canary;
      if (canary && canary.buckets.length > 0 && !this.withdrawn.has(app, canary)) return true;
    }
    return false;
  }

  /**
   * The visitor's shell, if one is on trial. Also undefined for visitors who get another canary: its failures would be compared
   * with those of the shell on trial.
   * @param bucket null for a visitor who has none
   */
  async shellOf(bucket: number | null): Promise<ShellDuringTrial | undefined> {
    const { apps } = (await this.live.current()).registry;
    const { stable, canary } = apps['shell'] ?? {};
    if (!stable || !canary || canary.buckets.length === 0 || this.withdrawn.has('shell', canary)) return undefined;
    const app = bucket === null ? undefined : canaryAppOf(apps, bucket);
    if (app !== undefined && app !== 'shell') return undefined;
    return { release: app === 'shell' ? canary.release : stable.release, trial: canary.since };
  }

  /** The trial of a release that visitors may have: 0 for a stable one or its predecessor, undefined for any other. */
  async trialOf(app: string, release: string): Promise<number | undefined> {
    const entry = registryEntry((await this.live.current()).registry.apps, app);
    if (entry?.canary?.release === release) return entry.canary.since;
    return entry?.stable.release === release || entry?.previous?.release === release ? 0 : undefined;
  }

  async hasPage(app: string, path: string): Promise<boolean> {
    const { registry, stable } = await this.live.current();
    // The shell is part of every page.
    if (app === 'shell') return stable.snapshot.shellPaths.has(path) || Object.keys(registry.apps).some((name) => hasRoute(name));
    return hasRoute(app);

    function hasRoute(name: string): boolean {
      const entry = registryEntry(registry.apps, name);
      return [entry?.contract, entry?.canary?.contract].some((contract) => contract?.routes.some((route) => route.path === path));
    }
  }
}
