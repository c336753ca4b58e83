import { existsSync } from 'node:fs';
import { Inject, Injectable } from '@nestjs/common';
import type { Registry, RegistryApp } from '@site/contracts';
import { readNoteRequest, releasePaths, type Deployment, type SeenState } from '@site/releases';
import { HttpError } from '../http/app-error.ts';
import { fieldOf, type Form } from '../owner-area/read-form.ts';
import { RateLimiter } from '../rate-limit/rate-limiter.ts';
import { tooMany, withApiErrors } from './release-api.errors.ts';
import { ReleaseCopy } from './release-copy.ts';
import { APP, RELEASE } from './release-names.ts';
import { ReleaseStores } from './release-stores.ts';
import { ReleaseSwitches } from './release-switches.ts';

/** A person presses buttons more slowly than this. */
const SWITCHES = { windows: [{ windowMs: 60_000, max: 20 }] };
const MAX_EARLIER = 5;

/** What the owner can do with a release. */
const SWITCH_ACTIONS = ['promote', 'withdraw', 'rollback'] as const;
type SwitchAction = (typeof SWITCH_ACTIONS)[number];

/** An app, and what the owner can do with it. */
export interface AppChoices extends SeenState {
  readonly app: string;
  /** Releases that were live and can be again, most recent change first. */
  readonly earlier: readonly string[];
}

export interface ReleaseChoices {
  /** Why this server may not sign; null if it may. */
  readonly unsigned: string | null;
  readonly apps: readonly AppChoices[];
  /** What went live when, by whom and why, newest first. */
  readonly log: readonly Deployment[];
}

const hasBeenLive = ({ share, to }: Deployment): boolean => share === undefined && to !== null;

/** The owner's decisions on releases, made in the owner's area and signed by the server. */
@Injectable()
export class OwnerReleases {
  private known: { readonly serial: number; readonly log: readonly Deployment[] } | null = null;

  constructor(
    private readonly stores: ReleaseStores,
    private readonly switches: ReleaseSwitches,
    @Inject(ReleaseCopy) private readonly copy: Pick<ReleaseCopy, 'followNow'>,
    @Inject(RateLimiter) private readonly limiter: Pick<RateLimiter, 'take'>,
  ) {}

  /** @throws ReleaseApiError if the store cannot be read */
  async look(): Promise<ReleaseChoices> {
    return withApiErrors(async () => {
      const registry = await this.stores.storeFor(this.stores.ownerAs('owner')).registry();
      const log = await this.logOf(registry);
      const live = Object.entries(registry?.apps ?? {}).map(([app, entry]) => ({
        app,
        stable: entry.stable.release,
        canary: entry.canary?.release ?? null,
        earlier: this.earlier(app, entry, log, entry.stable.release),
      }));
      const retired = Object.entries(registry?.retired ?? {}).map(([app, { last }]) => ({
        app,
        stable: null,
        canary: null,
        earlier: this.earlier(app, last, log, null),
      }));
      return { unsigned: this.stores.whyUnsigned(), apps: [...live, ...retired], log };
    });
  }

  /**
   * Carries out a form's decision, if its app is still in the state that the form's page showed.
   * @param by the owner's name in the log
   * @returns the serial of the resulting registry
   * @throws HttpError INVALID_BODY, RATE_LIMITED; ReleaseApiError with all reasons of a refusal
   */
  async decide(form: Form, by: string): Promise<number> {
    const { app, action, release, seen } = decisionOf(form);
    const { message } = await withApiErrors(() => Promise.resolve().then(() => readNoteRequest({ message: messageOf(form) })));
    const waitMs = await this.limiter.take('owner-switch', 'owner', SWITCHES);
    if (typeof waitMs === 'number') throw tooMany(Math.ceil(waitMs / 1000));
    // A change made in one process of the site counts for the next decision, whichever process receives it.
    await this.copy.followNow();
    const owner = this.stores.ownerAs(by);
    if (action === 'promote') return (await this.switches.promote(owner, app, message, seen)).serial;
    const to = action === 'rollback' ? release : undefined;
    return (await this.switches.rollback(owner, app, to, message, seen)).serial;
  }

  /** After a few years the log is long: it is read again only after a change. */
  private async logOf(registry: Registry | undefined): Promise<readonly Deployment[]> {
    if (!registry) return [];
    if (this.known?.serial !== registry.serial) {
      const log = await this.stores.storeFor(this.stores.ownerAs('owner')).log(undefined);
      this.known = { serial: registry.serial, log };
    }
    return this.known.log;
  }

  private earlier(app: string, entry: RegistryApp, log: readonly Deployment[], live: string | null): string[] {
    const names = log.flatMap((change) => (change.app === app && hasBeenLive(change) && change.to !== null ? [change.to] : []));
    const known = new Set([...(live === null ? [entry.stable.release] : []), entry.previous?.release ?? '', ...names]);
    return [...known]
      .filter((release) => release !== '' && release !== live && !entry.killed.includes(release))
      .filter((release) => existsSync(releasePaths.manifest(this.stores.root, app, release)))
      .slice(0, MAX_EARLIER);
  }
}

const messageOf = (form: Form): string | null => fieldOf(form, 'message').trim() || null;

/** @throws HttpError INVALID_BODY */
function decisionOf(form: Form): { app: string; action: SwitchAction; release: string; seen: SeenState } {
  const [action, ...others] = SWITCH_ACTIONS.filter((name) => form.has(name));
  const app = fieldOf(form, 'app');
  const [stable, canary] = [fieldOf(form, 'stable'), fieldOf(form, 'canary')];
  const release = action === undefined ? '' : fieldOf(form, action);
  const areNames = [stable, canary].every((name) => name === '' || RELEASE.test(name)) && RELEASE.test(release);
  const isOfCanary = action === 'rollback' || release === canary;
  if (action === undefined || others.length > 0 || !APP.test(app) || !areNames || !isOfCanary)
    throw new HttpError('INVALID_BODY', 'not a decision', {}, 'name an app, its releases, and one decision');
  return { app, action, release, seen: { stable: stable || null, canary: canary || null } };
}
