import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { authorityOf, holderOf, NONCE_LIFE_MS, parseVerifyingKey, requireKeyFor, verifyRequest } from '@site/releases';
import { Clock } from '../clock.ts';
import { Config } from '../config/config.ts';
import { HttpError } from '../http/app-error.ts';
import { readBody } from '../http/read-body.ts';
import { clientNetwork } from '../rate-limit/client-address.ts';
import { RateLimiter, type Ticket } from '../rate-limit/rate-limiter.ts';
import { apiErrorOf, ReleaseApiError, tooMany } from './release-api.errors.ts';
import { ReleaseCopy } from './release-copy.ts';
import { APP } from './release-names.ts';

/** A nonce may be used only once. */
const ONCE = { windows: [{ windowMs: NONCE_LIFE_MS, max: 1 }] };
/** For one key: a release of a hundred files, several times a minute. */
const REQUESTS_OF_KEY = { windows: [{ windowMs: 60_000, max: 1_000 }] };
/** Each writes a registry, which is kept forever. */
const CHANGES_OF_KEY = {
  windows: [
    { windowMs: 3_600_000, max: 300 },
    { windowMs: 86_400_000, max: 1_000 },
  ],
};
const MAX_REQUEST_BYTES = 16 * 1024;
const REFUSALS_WINDOW_MS = 60_000;
const MAX_REFUSALS = 30;
const MAX_NETWORKS = 10_000;

/** Whose key must have signed a request. The owner's key may do everything that a team's key may. */
export type Signer = 'any team' | 'team of the app' | "owner's key";

export interface SignedRoute {
  readonly signer: Signer;
  /** True if it writes a registry. */
  readonly isChange: boolean;
}

/** @throws HttpError NOT_FOUND */
function appOf(request: Request): string {
  const app = request.params['app'];
  if (typeof app !== 'string' || !APP.test(app)) throw new HttpError('NOT_FOUND', 'not an app name');
  return app;
}

/** A caller whose key the owner knows, and the body of the request. */
export class Caller {
  constructor(
    readonly keyid: string,
    /** `owner`, or the apps of a team. */
    readonly name: string,
    private readonly request: Request,
    private readonly isBody: (body: Uint8Array) => boolean,
    /** Removes the request from the count of changes; null for a request that is not counted. */
    readonly refund: (() => Promise<void>) | null,
    private readonly requireKey: () => Promise<unknown>,
  ) {}

  /**
   * For a request that had to wait.
   * @throws HttpError BAD_REQUEST if the client has disconnected; ReleaseApiError KEY_INVALID if the key has been revoked
   */
  async requireCurrent(): Promise<void> {
    if (this.request.socket.destroyed) throw new HttpError('BAD_REQUEST', 'the client has disconnected');
    await this.requireKey();
  }

  /** @throws HttpError for a body that is too long or too slow; ReleaseApiError KEY_INVALID for one that was not signed */
  async bytes(maxBytes: number): Promise<Buffer> {
    const body = Buffer.concat(await readBody(this.request, { maxBytes }));
    if (!this.isBody(body)) throw new ReleaseApiError('KEY_INVALID', 'the body is not the one that was signed');
    return body;
  }

  async json<T>(read: (value: unknown) => T, maxBytes = MAX_REQUEST_BYTES): Promise<T> {
    const text = (await this.bytes(maxBytes)).toString('utf8');
    let value: unknown;
    try {
      value = JSON.parse(text === '' ? '{}' : text);
    } catch {
      throw new HttpError('INVALID_JSON', 'not JSON');
    }
    try {
      return read(value);
    } catch (cause) {
      throw apiErrorOf(cause);
    }
  }
}

/**
 * Identifies the sender of a release request: a key that the owner knows must have signed its method, address and body, and the request
 * must not have been sent before. This is checked before the body is read; the body is then compared with the signed hash.
 */
@Injectable()
export class ReleaseCallers {
  readonly pinned: KeyObject;
  /** Rejected requests by network, in memory: a flood of them must reach neither the database nor the signature check. */
  private readonly refusals = new Map<string, number>();
  private windowEndsAt = 0;

  constructor(
    private readonly config: Config,
    private readonly limiter: RateLimiter,
    private readonly copy: ReleaseCopy,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {
    this.pinned = parseVerifyingKey(config.releaseSigningKey);
  }

  /** @throws ReleaseApiError KEY_INVALID, REQUEST_REPLAYED; HttpError RATE_LIMITED, INVALID_QUERY, NOT_FOUND */
  async identify(request: Request, route: SignedRoute): Promise<Caller> {
    const network = clientNetwork(request);
    this.requireFewRefusals(network);
    try {
      return await this.verified(request, route);
    } catch (cause) {
      const error = apiErrorOf(cause);
      if (error instanceof ReleaseApiError) this.refusals.set(network, (this.refusals.get(network) ?? 0) + 1);
      throw error;
    }
  }

  private async verified(request: Request, { signer, isChange }: SignedRoute): Promise<Caller> {
    if (request.originalUrl.includes('?')) throw new HttpError('INVALID_QUERY', 'the signature does not cover a query');
    const app = signer === 'team of the app' ? appOf(request) : undefined;
    const now = this.clock.now();
    let known = authorityOf(this.config.releasesDir, this.pinned);
    const named = /keyid="([^"]+)"/.exec(request.get('signature-input') ?? '')?.[1];
    if (named !== undefined && !holderOf(known, named)) {
      // The owner may just have added the key in another process.
      await this.copy.followNow();
      known = authorityOf(this.config.releasesDir, this.pinned);
    }
    const { keyid, nonce, isBody } = verifyRequest(
      {
        method: request.method,
        authority: new URL(this.config.publicOrigin).host,
        path: request.originalUrl,
        header: (name) => request.get(name),
      },
      (id) => holderOf(known, id)?.key,
      now,
    );
    const requireKey = () => this.requireKey(keyid, signer, app);
    const holder = await requireKey();
    const waitMs = await this.limiter.take('release-request', keyid, REQUESTS_OF_KEY);
    if (typeof waitMs === 'number') throw tooMany(Math.ceil(waitMs / 1000));
    if (typeof (await this.limiter.take('release-nonce', `${keyid} ${nonce}`, ONCE)) === 'number')
      throw new ReleaseApiError('REQUEST_REPLAYED', 'this request has already been sent');
    const change = isChange && holder.apps !== 'all' ? await this.takeChange(keyid) : null;
    return new Caller(keyid, holder.name, request, isBody, change && change.refund, requireKey);
  }

  /** @returns who holds the key. @throws ReleaseApiError, ReleaseError KEY_INVALID if it may not do this */
  private async requireKey(keyid: string, signer: Signer, app: string | undefined) {
    // A change made in one process of the site counts for the next request, whichever process receives it.
    await this.copy.followNow();
    const authority = authorityOf(this.config.releasesDir, this.pinned);
    const holder = holderOf(authority, keyid);
    if (!holder) throw new ReleaseApiError('KEY_INVALID', 'the owner has revoked this key');
    if (signer === "owner's key" && holder.apps !== 'all') throw new ReleaseApiError('KEY_INVALID', 'only the owner may do this');
    // An owner whose key has expired can still sign the documents that replace it.
    if (signer !== "owner's key") requireKeyFor(authority, keyid, app, this.clock.now());
    return holder;
  }

  private async takeChange(keyid: string): Promise<Ticket> {
    const waitMs = await this.limiter.take('release-change', keyid, CHANGES_OF_KEY);
    if (typeof waitMs !== 'number') return waitMs;
    const [hour, day] = CHANGES_OF_KEY.windows.map(({ max }) => max);
    const limit = `a team's key may make ${hour} changes an hour and ${day} a day`;
    throw tooMany(Math.ceil(waitMs / 1000), `${limit}; try again in ${Math.ceil(waitMs / 60_000)} minutes, or ask the owner`);
  }

  private requireFewRefusals(network: string): void {
    const now = this.clock.now().getTime();
    if (now >= this.windowEndsAt || now < this.windowEndsAt - REFUSALS_WINDOW_MS || this.refusals.size > MAX_NETWORKS) {
      this.refusals.clear();
      this.windowEndsAt = now + REFUSALS_WINDOW_MS;
    }
    if ((this.refusals.get(network) ?? 0) >= MAX_REFUSALS) throw tooMany(Math.ceil((this.windowEndsAt - now) / 1000));
  }
}
