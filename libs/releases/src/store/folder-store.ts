import type { KeyObject } from 'node:crypto';
import { countOf, VISITOR_BUCKETS, type Registry, type RegistryApp } from '@site/contracts';
import type { BuildOutput } from '../build-output.ts';
import { promote, startCanary, type CanaryOptions, type CanaryResult } from '../canary.ts';
import { refusalsOfContent, type JudgeContent } from '../content-gate.ts';
import { ReleaseError } from '../errors.ts';
import { pageScriptBytes } from '../gate.ts';
import { readLog, type Deployment, type Origin } from '../deployments.ts';
import { originOf } from '../authority/vouch.ts';
import { signLocalOverride, signOverride } from '../override.ts';
import { releasePaths } from '../paths.ts';
import { signPreview, type PreviewPart } from '../preview.ts';
import { publish, refusals, type PublishResult } from '../publish.ts';
import { damagedFiles, readRelease } from '../read-release.ts';
import { readRegistry, type RegistryKeys } from '../registry-store.ts';
import { kill, retire, rollback, type RetireResult, type SeenState, type SwitchResult } from '../switch-release.ts';
import { bucketCount } from '../visitor-sets.ts';
import type {
  AppStatus,
  CheckResult,
  LinkTarget,
  OverrideLink,
  PreviewLink,
  ReleaseStore,
  StoreStatus,
} from './release-store.ts';
import { refusalsOfStatement } from './build-statement.ts';
import { folderReader, readEvidence, verifyRelease, type VerifiedRelease } from './verify-release.ts';

async function describe(root: string, app: string, { stable, previous }: RegistryApp): Promise<string> {
  const fallback = previous ? `, previous release ${previous.release}` : ', no previous release';
  try {
    const manifest = await readRelease(root, app, stable);
    const lost = await damagedFiles(releasePaths.release(root, app, stable.release), manifest);
    if (lost.length > 0) return `DAMAGED: ${lost.join(', ')}; release it again${fallback}`;
    if (manifest.kind === 'shell') return `${countOf(manifest.paths.length, 'page')}${fallback}`;
    const heaviest = Math.max(...manifest.contract.routes.map((route) => pageScriptBytes(manifest, route.path)));
    return `${countOf(manifest.contract.routes.length, 'page')}, heaviest ${(heaviest / 1000).toFixed(1)} kB of script${fallback}`;
  } catch (cause) {
    return `DAMAGED: ${(cause as Error).message}${fallback}`;
  }
}

/** Origins of releases by `<app> <release>`, if stated. */
async function originsOf(root: string, deployments: readonly Deployment[]): Promise<ReadonlyMap<string, Origin>> {
  const origins = new Map<string, Origin>();
  const names = new Set(deployments.flatMap(({ app, to }) => (to === null ? [] : [`${app} ${to}`])));
  for (const name of names) {
    const [app = '', release = ''] = name.split(' ');
    const origin = await originOf(root, app, release);
    if (origin) origins.set(name, origin);
  }
  return origins;
}

/** A release store in a folder. */
export class FolderStore implements ReleaseStore {
  constructor(
    readonly root: string,
    private readonly keys: RegistryKeys,
    private readonly now: () => Date,
    /** Origin that visitors use; override links are valid only there. */
    private readonly site: string,
    private readonly judge: JudgeContent = refusalsOfContent,
  ) {}

  async check(build: BuildOutput): Promise<CheckResult> {
    const apps = await this.liveApps();
    const reasons = [
      ...refusalsOfStatement(this.root, build, this.keys.verifying, this.now()),
      ...(await this.judge(build)),
      ...(await refusals(this.root, build.manifest, apps)),
    ];
    return { reasons, others: Object.keys(apps).filter((other) => other !== build.manifest.app).length };
  }

  async release(build: BuildOutput, message: string | null): Promise<PublishResult> {
    this.requireStatement(build);
    return publish(this.root, build, this.keysFor(message), this.now(), this.judge);
  }

  async canary(build: BuildOutput, options: CanaryOptions, message: string | null): Promise<CanaryResult> {
    this.requireStatement(build);
    return startCanary(this.root, build, options, this.keysFor(message), this.now(), this.judge);
  }

  /** @param seen nothing is promoted unless the app is still in this state */
  promote(app: string, message: string | null, seen?: SeenState): Promise<SwitchResult> {
    return promote(this.root, app, this.keysFor(message), this.now(), seen);
  }

  /** @param seen nothing is undone unless the app is still in this state */
  rollback(app: string, to: string | undefined, message: string | null, seen?: SeenState): Promise<SwitchResult> {
    return rollback(this.root, app, to, this.keysFor(message), this.now(), seen);
  }

  kill(app: string, release: string, message: string | null): Promise<SwitchResult> {
    return kill(this.root, app, release, this.keysFor(message), this.now());
  }

  retire(app: string, message: string | null): Promise<RetireResult> {
    return retire(this.root, app, this.keysFor(message), this.now());
  }

  async overrideLink(target: LinkTarget, hours: number): Promise<OverrideLink> {
    const { site } = this;
    const expires = this.now().getTime() + hours * 3_600_000;
    const { app } = target;
    const token =
      'port' in target
        ? signLocalOverride({ app, origin: `http://localhost:${target.port}`, expires, site }, this.keys.signing)
        : await signOverride(this.root, { app, release: target.release, expires, site }, this.keys);
    return { token, site, expires };
  }

  async preview(parts: readonly PreviewPart[], hours: number): Promise<PreviewLink> {
    const { site } = this;
    const expires = this.now().getTime() + hours * 3_600_000;
    return { ...(await signPreview(this.root, parts, { expires, site }, this.keys)), site, expires };
  }

  async log(app: string | undefined): Promise<Deployment[]> {
    const all = await readLog(this.root, this.keys.verifying);
    const deployments = all.filter((deployment) => app === undefined || deployment.app === app);
    const origins = await originsOf(this.root, deployments);
    return deployments.map((deployment) => {
      const origin = origins.get(`${deployment.app} ${deployment.to}`);
      return origin ? { ...deployment, origin } : deployment;
    });
  }

  async status(): Promise<StoreStatus> {
    const registry = await readRegistry(this.root, this.keys.verifying);
    const apps = Object.entries(registry.apps).map(async ([app, entry]): Promise<AppStatus> => ({
      app,
      release: entry.stable.release,
      detail: await describe(this.root, app, entry),
      canary: entry.canary && {
        release: entry.canary.release,
        share: bucketCount(entry.canary.buckets) / VISITOR_BUCKETS,
        maxErrorRate: entry.canary.maxErrorRate,
      },
      killed: entry.killed,
    }));
    const retired = Object.entries(registry.retired ?? {}).map(([app, { at, last }]) => ({
      app,
      release: last.stable.release,
      at,
    }));
    return { serial: registry.serial, issuedAt: registry.issuedAt, apps: await Promise.all(apps), retired };
  }

  async verify(app: string, release: string, owner: KeyObject): Promise<VerifiedRelease> {
    const evidence = await readEvidence(this.root, app, release);
    return verifyRelease({ app, release }, evidence, owner, folderReader(this.root, app, release));
  }

  /** The live releases; none if nothing was ever released. */
  async liveApps(): Promise<Registry['apps']> {
    return (await this.registry())?.apps ?? {};
  }

  /** Undefined if nothing was ever released. */
  async registry(): Promise<Registry | undefined> {
    try {
      return await readRegistry(this.root, this.keys.verifying);
    } catch (cause) {
      if (cause instanceof ReleaseError && cause.code === 'REGISTRY_MISSING') return undefined;
      throw cause;
    }
  }

  private requireStatement(build: BuildOutput): void {
    const reasons = refusalsOfStatement(this.root, build, this.keys.verifying, this.now());
    if (reasons.length > 0) throw new ReleaseError('RELEASE_REFUSED', `${build.manifest.app}: ${reasons.join('; ')}`);
  }

  private keysFor(message: string | null): RegistryKeys {
    return { ...this.keys, message };
  }
}
