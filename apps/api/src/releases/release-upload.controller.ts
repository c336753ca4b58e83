import { Controller, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  readCanaryRequest,
  readEmptyRequest,
  readNoteRequest,
  readUploadRequest,
  type CanaryResult,
  type CheckResult,
  type PublishResult,
} from '@site/releases';
import { HttpError } from '../http/app-error.ts';
import { NotStored } from '../http/not-stored.ts';
import { ApiProblems } from '../http/api-schema.ts';
import { CallerQueue } from './caller-queue.ts';
import { withApiErrors } from './release-api.errors.ts';
import { Caller } from './release-callers.ts';
import { CONTENT, RELEASE } from './release-names.ts';
import { ReleaseStores } from './release-stores.ts';
import { ReleaseSwitches } from './release-switches.ts';
import { SignedBy, SignedCaller } from './signed.guard.ts';

/** A remote is at most 20 MB, so memory holds up to 160 MB of files and 40 MB of releases, plus source maps. A shell is up to 100 MB. */
const MAX_BODIES = 8;
/** As many as `site release` sends at once. */
const MAX_BODIES_OF_KEY = 4;
const MAX_BUILDS = 2;
const MAX_BUILDS_OF_KEY = 1;
/** A manifest names each file of a release. */
const MAX_MANIFEST_BYTES = 2_000_000;

const PROBLEMS = ApiProblems(400, 401, 409, 422, 429);
const ANY = ApiOkResponse({ schema: { type: 'object' } });

function requireRelease(release: string): void {
  if (!RELEASE.test(release)) throw new HttpError('NOT_FOUND', 'no such upload');
}

/** Receives a release over the network: announced, uploaded file by file, and committed. Each request is signed by a key of the app. */
@ApiTags('releases')
@NotStored()
@Controller('api/releases/:app/uploads')
export class ReleaseUploadController {
  /** Each holds one file, or one manifest, in memory. */
  private readonly bodies = new CallerQueue(MAX_BODIES, MAX_BODIES_OF_KEY);
  /** Each holds a whole release. */
  private readonly builds = new CallerQueue(MAX_BUILDS, MAX_BUILDS_OF_KEY);

  constructor(
    private readonly stores: ReleaseStores,
    private readonly switches: ReleaseSwitches,
  ) {}

  @Post()
  @SignedBy('team of the app')
  @HttpCode(200)
  @ApiOperation({ summary: 'Announces a release by its manifest; returns which files are missing' })
  @ANY
  @PROBLEMS
  async begin(@Param('app') app: string, @SignedCaller() caller: Caller): Promise<{ release: string; missing: string[] }> {
    return this.bodies.run(caller, async () => {
      const { manifest, statement } = await caller.json(readUploadRequest, MAX_MANIFEST_BYTES);
      return this.stores.uploads.begin(app, manifest, statement, await this.stores.storeFor(caller).liveApps());
    });
  }

  @Put(':release/:content')
  @SignedBy('team of the app')
  @ApiOperation({ summary: 'Sends one file of an announced release, named by its sha384' })
  @ANY
  @PROBLEMS
  async put(
    @Param('app') app: string,
    @Param('release') release: string,
    @Param('content') name: string,
    @SignedCaller() caller: Caller,
  ): Promise<Record<string, never>> {
    requireRelease(release);
    const [, content, compressed] = CONTENT.exec(name) ?? [];
    if (content === undefined) throw new HttpError('NOT_FOUND', 'not a file name');
    return withApiErrors(async () => {
      const maxBytes = await this.stores.uploads.maxBytes(app, release, content);
      return this.bodies.run(caller, async () => {
        await this.stores.uploads.put(app, release, content, await caller.bytes(maxBytes), compressed !== undefined);
        return {};
      });
    });
  }

  @Post(':release/check')
  @SignedBy('team of the app')
  @HttpCode(200)
  @ApiOperation({ summary: 'Returns why an uploaded release may not go live; changes nothing' })
  @ANY
  @PROBLEMS
  async check(
    @Param('app') app: string,
    @Param('release') release: string,
    @SignedCaller() caller: Caller,
  ): Promise<CheckResult> {
    requireRelease(release);
    await caller.json(readEmptyRequest);
    const store = this.stores.storeFor(caller);
    // The upload stays: a checked release is usually released next.
    return this.builds.run(caller, async () =>
      store.check(await this.stores.uploads.build(app, release, await store.liveApps())),
    );
  }

  @Post(':release/commit')
  @SignedBy('team of the app', { isChange: true })
  @HttpCode(200)
  @ApiOperation({ summary: 'Makes an uploaded release live, if it passes the gate' })
  @ANY
  @PROBLEMS
  async commit(
    @Param('app') app: string,
    @Param('release') release: string,
    @SignedCaller() caller: Caller,
  ): Promise<PublishResult> {
    requireRelease(release);
    const { message } = await caller.json(readNoteRequest);
    const store = this.stores.storeFor(caller);
    return this.builds.run(caller, async () => {
      const result = await store.release(await this.stores.uploads.build(app, release, await store.liveApps()), message);
      await this.stores.uploads.remove(app, release);
      return result;
    });
  }

  @Post(':release/canary')
  @SignedBy('team of the app', { isChange: true })
  @HttpCode(200)
  @ApiOperation({ summary: 'Shows an uploaded release to some of the visitors, or changes their share' })
  @ANY
  @PROBLEMS
  async canary(
    @Param('app') app: string,
    @Param('release') release: string,
    @SignedCaller() caller: Caller,
  ): Promise<CanaryResult> {
    requireRelease(release);
    const { message, ...options } = await caller.json(readCanaryRequest);
    const store = this.stores.storeFor(caller);
    return this.builds.run(caller, async () => {
      await this.switches.requireNotWithdrawn(store, app);
      const build = await this.stores.uploads.build(app, release, await store.liveApps());
      const result = await store.canary(build, options, message);
      await this.stores.uploads.remove(app, release);
      return result;
    });
  }
}
