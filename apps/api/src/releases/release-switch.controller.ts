import { Controller, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  changeAuthority,
  readAuthorityRequest,
  readAuthorityState,
  readEvidence,
  readKillRequest,
  readLinkRequest,
  readNoteRequest,
  readPreviewRequest,
  readRollbackRequest,
  type AuthorityState,
  type ChangedAuthority,
  type Deployment,
  type Evidence,
  type OverrideLink,
  type PreviewLink,
  type RetireResult,
  type StoreStatus,
  type SwitchResult,
} from '@site/releases';
import { HttpError } from '../http/app-error.ts';
import { NotStored } from '../http/not-stored.ts';
import { ApiProblems } from '../http/api-schema.ts';
import { withApiErrors } from './release-api.errors.ts';
import { Caller, ReleaseCallers } from './release-callers.ts';
import { APP, RELEASE } from './release-names.ts';
import { ReleaseStores } from './release-stores.ts';
import { ReleaseSwitches } from './release-switches.ts';
import { ServerKey } from './server-key.ts';
import { SignedBy, SignedCaller } from './signed.guard.ts';

/** Statements of all releases that a key has signed. */
const MAX_AUTHORITY_BYTES = 5_000_000;
const PROBLEMS = ApiProblems(400, 401, 409, 422, 429);
const ANY = ApiOkResponse({ schema: { type: 'object' } });
const LIST = ApiOkResponse({ schema: { type: 'array', items: { type: 'object' } } });

/** Shows what is live, and makes changes that need no files. Each request is signed by a key of the site. */
@ApiTags('releases')
@NotStored()
@Controller('api/releases')
export class ReleaseSwitchController {
  constructor(
    private readonly callers: ReleaseCallers,
    private readonly stores: ReleaseStores,
    private readonly serverKey: ServerKey,
    private readonly switches: ReleaseSwitches,
  ) {}

  @Get('status')
  @SignedBy('any team')
  @ApiOperation({ summary: 'What is live, and the releases before it' })
  @ANY
  @PROBLEMS
  async status(@SignedCaller() caller: Caller): Promise<StoreStatus> {
    return withApiErrors(() => this.stores.storeFor(caller).status());
  }

  @Get('log')
  @SignedBy('any team')
  @ApiOperation({ summary: 'What went live when, by whom and why, newest first' })
  @LIST
  @PROBLEMS
  async log(@SignedCaller() caller: Caller): Promise<Deployment[]> {
    return withApiErrors(() => this.stores.storeFor(caller).log(undefined));
  }

  @Post('preview')
  @SignedBy('any team')
  @HttpCode(200)
  @ApiOperation({ summary: 'Signs one link that shows releases of several teams together' })
  @ANY
  @PROBLEMS
  async preview(@SignedCaller() caller: Caller): Promise<PreviewLink> {
    const { releases, hours } = await caller.json(readPreviewRequest);
    return withApiErrors(() => this.stores.storeFor(caller).preview(releases, hours));
  }

  @Get('authority')
  @SignedBy("owner's key")
  @ApiOperation({ summary: 'Who may release what, as signed by the owner' })
  @ANY
  @PROBLEMS
  async authority(): Promise<AuthorityState> {
    return withApiErrors(() => readAuthorityState(this.stores.root, this.callers.pinned, this.serverKey.publicText));
  }

  @Put('authority')
  @SignedBy("owner's key")
  @ApiOperation({ summary: "Accepts the owner's next documents, which add or remove teams and keys" })
  @ANY
  @PROBLEMS
  async changeAuthority(@SignedCaller() caller: Caller): Promise<ChangedAuthority> {
    const change = await caller.json(readAuthorityRequest, MAX_AUTHORITY_BYTES);
    return withApiErrors(() => changeAuthority(this.stores.root, change, this.stores.keysFor(caller), this.stores.now()));
  }

  @Get(':app/:release/evidence')
  @SignedBy('any team')
  @ApiOperation({ summary: 'The evidence for a release: documents of the owner, statement, manifest' })
  @ANY
  @PROBLEMS
  async evidence(@Param('app') app: string, @Param('release') release: string): Promise<Evidence> {
    if (!APP.test(app) || !RELEASE.test(release)) throw new HttpError('NOT_FOUND', 'no such release');
    return withApiErrors(() => readEvidence(this.stores.root, app, release));
  }

  @Post(':app/promote')
  @SignedBy('team of the app', { isChange: true })
  @HttpCode(200)
  @ApiOperation({ summary: 'Makes the canary of an app its stable release' })
  @ANY
  @PROBLEMS
  async promote(@Param('app') app: string, @SignedCaller() caller: Caller): Promise<SwitchResult> {
    const { message } = await caller.json(readNoteRequest);
    return this.switches.promote(caller, app, message);
  }

  @Post(':app/rollback')
  @SignedBy('team of the app', { isChange: true })
  @HttpCode(200)
  @ApiOperation({ summary: 'Undoes the last change to an app, or makes an earlier release live again' })
  @ANY
  @PROBLEMS
  async rollback(@Param('app') app: string, @SignedCaller() caller: Caller): Promise<SwitchResult> {
    const { to, message } = await caller.json(readRollbackRequest);
    return this.switches.rollback(caller, app, to, message);
  }

  @Post(':app/kill')
  @SignedBy('team of the app', { isChange: true })
  @HttpCode(200)
  @ApiOperation({ summary: 'Bars a release forever' })
  @ANY
  @PROBLEMS
  async kill(@Param('app') app: string, @SignedCaller() caller: Caller): Promise<SwitchResult> {
    const { release, message } = await caller.json(readKillRequest);
    return withApiErrors(() => this.stores.storeFor(caller).kill(app, release, message));
  }

  @Post(':app/retire')
  @SignedBy('team of the app', { isChange: true })
  @HttpCode(200)
  @ApiOperation({ summary: 'Takes a remote off the site' })
  @ANY
  @PROBLEMS
  async retire(@Param('app') app: string, @SignedCaller() caller: Caller): Promise<RetireResult> {
    const { message } = await caller.json(readNoteRequest);
    return withApiErrors(() => this.stores.storeFor(caller).retire(app, message));
  }

  @Post(':app/override-link')
  @SignedBy('team of the app')
  @HttpCode(200)
  @ApiOperation({ summary: 'Signs a link that shows a release of the app to the person who opens it' })
  @ANY
  @PROBLEMS
  async overrideLink(@Param('app') app: string, @SignedCaller() caller: Caller): Promise<OverrideLink> {
    const { hours, ...target } = await caller.json(readLinkRequest);
    return withApiErrors(() => this.stores.storeFor(caller).overrideLink({ app, ...target }, hours));
  }
}
