import { Inject, Injectable } from '@nestjs/common';
import { registryEntry, routeAt, type Registry } from '@site/contracts';
import { parseVerifyingKey, readSerial, withCanaryLive } from '@site/releases';
import { Config } from '../../config/config.ts';
import { LiveRegistry } from '../../site/live-registry.ts';
import type { BrowserReport } from './browser-report.ts';

/** A report from a tab more than this many registries behind is not attributed to a release. */
const MAX_BEHIND = 50;
const SET = /^([1-9]\d{0,8})(?:\+([a-z][a-z0-9-]{0,59}))?$/;
/** Stands for an unknown release or page. */
const UNKNOWN = 'unknown';

export interface Attribution {
  readonly app: string;
  readonly release: string;
  /** As the release's contract states it; `unknown` for an address without a page. */
  readonly path: string;
}

type Apps = Registry['apps'];

/** Finds a report's release in the document's set: that of the file that caused it or, without one, that of the page. */
@Injectable()
export class ReportedSet {
  private readonly verifyingKey: ReturnType<typeof parseVerifyingKey>;
  /** Earlier registries by serial; undefined for one that is gone. At most `MAX_BEHIND`. */
  private readonly past = new Map<number, Promise<Apps | undefined>>();

  constructor(
    @Inject(Config) private readonly config: Pick<Config, 'releasesDir' | 'releaseSigningKey'>,
    @Inject(LiveRegistry) private readonly live: Pick<LiveRegistry, 'current'>,
  ) {
    this.verifyingKey = parseVerifyingKey(config.releaseSigningKey);
  }

  /** @param set as the document's header names it; it may be invented */
  async attribute({ path, cause }: Pick<BrowserReport, 'path' | 'cause'>, set: string): Promise<Attribution> {
    const { registry, stable } = await this.live.current();
    const apps = await this.appsOf(set, registry);
    const routes = Object.entries(apps ?? registry.apps).flatMap(([app, { contract }]) =>
      (contract?.routes ?? []).map((route) => ({ app, path: route.path })),
    );
    const route = stable.snapshot.shellPaths.has(path) ? { app: 'shell', path } : routeAt(routes, path);
    const page = route ?? { app: 'shell', path: UNKNOWN };
    const entry = apps && cause && registryEntry(apps, cause.app);
    // An invented release would look like one of the site's.
    if (cause && [entry?.stable, entry?.previous].some((pointer) => pointer?.release === cause.release))
      return { ...cause, path: page.path };
    return { ...page, release: (apps && registryEntry(apps, page.app)?.stable.release) ?? UNKNOWN };
  }

  /** The releases of a set; undefined for one that never existed or is too old. */
  private async appsOf(set: string, now: Registry): Promise<Apps | undefined> {
    const [, serialText, canary] = SET.exec(set) ?? [];
    const serial = Number(serialText);
    if (!(serial <= now.serial && serial > now.serial - MAX_BEHIND)) return undefined;
    const apps = serial === now.serial ? now.apps : await this.appsAt(serial, now.serial);
    if (!apps || canary === undefined) return apps;
    return registryEntry(apps, canary)?.canary ? withCanaryLive(apps, canary) : undefined;
  }

  private appsAt(serial: number, now: number): Promise<Apps | undefined> {
    for (const known of this.past.keys()) if (known <= now - MAX_BEHIND) this.past.delete(known);
    let apps = this.past.get(serial);
    if (!apps) {
      // Its file may be gone, or was never finished: a serial is skipped if a command is interrupted.
      apps = readSerial(this.config.releasesDir, serial, this.verifyingKey).then(
        (registry) => registry.apps,
        () => undefined,
      );
      this.past.set(serial, apps);
    }
    return apps;
  }
}
