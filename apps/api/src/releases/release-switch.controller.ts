import { Controller, Get, Header, HttpCode, Param, Post, Put, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import {
  changeAuthority,
  readAuthorityRequest,
  readAuthorityState,
  readEvidence,
  readKillRequest,
  readLinkRequest,
  readNoteRequest,
  readRollbackRequest,
  type AuthorityState,
  type Deployment,
  type Evidence,
  type OverrideLink,
  type StoreStatus,
  type SwitchResult,
} from '@site/releases';
import { HttpError } from '../http/app-error.ts';
import { ApiProblemDto, ApiProblems } from '../http/problem.dto.ts';
import { answered } from './release-api.errors.ts';
import { ReleaseCallers } from './release-callers.ts';
import { APP, RELEASE } from './release-names.ts';
import { ReleaseStores } from './release-stores.ts';
import { ServerKey } from './server-key.ts';

/** Statements of all releases that a key has signed. */
const MAX_AUTHORITY_BYTES = 5_000_000;
const PROBLEMS = ApiProblems(
  [400, ApiProblemDto],
  [401, ApiProblemDto],
  [409, ApiProblemDto],
  [422, ApiProblemDto],
  [429, ApiProblemDto],
);
const ANY = ApiOkResponse({ schema: { type: 'object' } });
const LIST = ApiOkResponse({ schema: { type: 'array', items: { type: 'object' } } });

/** What is live, and its changes that need no files. Each request is signed by a key of the site. */
@ApiTags('releases')
@Controller('api/releases')
export class ReleaseSwitchController {
  constructor(
    private readonly callers: ReleaseCallers,
    private readonly stores: ReleaseStores,
    private readonly serverKey: ServerKey,
  ) {}

  @Get('status')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'What is live, and what stands behind it' })
  @ANY
  @PROBLEMS
  async status(@Req() request: Request): Promise<StoreStatus> {
    const caller = await this.callers.identify(request);
    return answered(() => this.stores.storeFor(caller).status());
  }

  @Get('log')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'What went live when, by whom and why, newest first' })
  @LIST
  @PROBLEMS
  async log(@Req() request: Request): Promise<Deployment[]> {
    const caller = await this.callers.identify(request);
    return answered(() => this.stores.storeFor(caller).log(undefined));
  }

  @Get('authority')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Who may release what, as the owner has signed it' })
  @ANY
  @PROBLEMS
  async authority(@Req() request: Request): Promise<AuthorityState> {
    await this.callers.identify(request, null);
    return answered(() => readAuthorityState(this.stores.root, this.callers.pinned, this.serverKey.publicText));
  }

  @Put('authority')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: "Takes the owner's next documents: teams and keys that come or go" })
  @ANY
  @PROBLEMS
  async changeAuthority(@Req() request: Request): Promise<{ serial: number | null }> {
    const caller = await this.callers.identify(request, null);
    const change = await caller.json(readAuthorityRequest, MAX_AUTHORITY_BYTES);
    return answered(async () => ({
      serial: await changeAuthority(this.stores.root, change, this.stores.keysFor(caller), this.stores.now()),
    }));
  }

  @Get(':app/:release/evidence')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'What a release is proved by: documents of the owner, statement, description' })
  @ANY
  @PROBLEMS
  async evidence(@Param('app') app: string, @Param('release') release: string, @Req() request: Request): Promise<Evidence> {
    await this.callers.identify(request);
    if (!APP.test(app) || !RELEASE.test(release)) throw new HttpError('NOT_FOUND', 'no such release');
    return answered(() => readEvidence(this.stores.root, app, release));
  }

  @Post(':app/promote')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Makes the canary of an app its stable release' })
  @ANY
  @PROBLEMS
  async promote(@Param('app') app: string, @Req() request: Request): Promise<SwitchResult> {
    const caller = await this.callers.identify(request, app);
    const { message } = await caller.json(readNoteRequest);
    const store = this.stores.storeFor(caller);
    return answered(async () => {
      await this.stores.requireNotWithdrawn(store, app);
      return store.promote(app, message);
    });
  }

  @Post(':app/rollback')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Takes the last step of an app back, or makes an earlier release live again' })
  @ANY
  @PROBLEMS
  async rollback(@Param('app') app: string, @Req() request: Request): Promise<SwitchResult> {
    const caller = await this.callers.identify(request, app);
    const { to, message } = await caller.json(readRollbackRequest);
    return answered(() => this.stores.storeFor(caller).rollback(app, to, message));
  }

  @Post(':app/kill')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Takes a release out for good' })
  @ANY
  @PROBLEMS
  async kill(@Param('app') app: string, @Req() request: Request): Promise<SwitchResult> {
    const caller = await this.callers.identify(request, app);
    const { release, message } = await caller.json(readKillRequest);
    return answered(() => this.stores.storeFor(caller).kill(app, release, message));
  }

  @Post(':app/override-link')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Signs a link that puts a release of the app into the site of whoever opens it' })
  @ANY
  @PROBLEMS
  async overrideLink(@Param('app') app: string, @Req() request: Request): Promise<OverrideLink> {
    const caller = await this.callers.identify(request, app);
    const { hours, ...target } = await caller.json(readLinkRequest);
    return answered(() => this.stores.storeFor(caller).overrideLink({ app, ...target }, hours));
  }
}
