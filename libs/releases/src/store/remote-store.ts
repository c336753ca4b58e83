import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import * as v from 'valibot';
import { hexOfIntegrity } from '../authority/statement.ts';
import { manifestTextOf, type BuildOutput } from '../build-output.ts';
import type { CanaryOptions, CanaryResult } from '../canary.ts';
import type { Deployment } from '../deployments.ts';
import { integrityOf } from '../integrity.ts';
import type { PreviewPart } from '../preview.ts';
import type { PublishResult } from '../publish.ts';
import type { RetireResult, SwitchResult } from '../switch-release.ts';
import type { CheckResult, LinkTarget, OverrideLink, PreviewLink, ReleaseStore, StoreStatus } from './release-store.ts';
import {
  CanaryResultSchema,
  CheckSchema,
  EvidenceSchema,
  LinkSchema,
  LogSchema,
  MissingSchema,
  PreviewSchema,
  PublishSchema,
  RetireSchema,
  StatusSchema,
  SwitchSchema,
} from './remote-responses.ts';
import type { SiteClient } from './site-client.ts';
import { verifyRelease, type VerifiedRelease } from './verify-release.ts';

const PARALLEL_UPLOADS = 4;

/** Private files are not served, so nobody has compressed them yet. */
const compress = promisify((text: string, done: (error: Error | null, bytes: Buffer) => void) =>
  brotliCompress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }, done),
);

/** The release store of a remote site. */
export class RemoteStore implements ReleaseStore {
  constructor(private readonly client: SiteClient) {}

  async check(build: BuildOutput): Promise<CheckResult> {
    return this.client.call('POST', `${await this.upload(build)}/check`, CheckSchema, {});
  }

  async release(build: BuildOutput, message: string | null): Promise<PublishResult> {
    return this.client.call('POST', `${await this.upload(build)}/commit`, PublishSchema, { message });
  }

  async canary(build: BuildOutput, options: CanaryOptions, message: string | null): Promise<CanaryResult> {
    return this.client.call('POST', `${await this.upload(build)}/canary`, CanaryResultSchema, { ...options, message });
  }

  promote(app: string, message: string | null): Promise<SwitchResult> {
    return this.client.call('POST', `/api/releases/${app}/promote`, SwitchSchema, { message });
  }

  rollback(app: string, to: string | undefined, message: string | null): Promise<SwitchResult> {
    return this.client.call('POST', `/api/releases/${app}/rollback`, SwitchSchema, { to, message });
  }

  kill(app: string, release: string, message: string | null): Promise<SwitchResult> {
    return this.client.call('POST', `/api/releases/${app}/kill`, SwitchSchema, { release, message });
  }

  retire(app: string, message: string | null): Promise<RetireResult> {
    return this.client.call('POST', `/api/releases/${app}/retire`, RetireSchema, { message });
  }

  overrideLink({ app, ...target }: LinkTarget, hours: number): Promise<OverrideLink> {
    return this.client.call('POST', `/api/releases/${app}/override-link`, LinkSchema, { ...target, hours });
  }

  preview(parts: readonly PreviewPart[], hours: number): Promise<PreviewLink> {
    return this.client.call('POST', '/api/releases/preview', PreviewSchema, { releases: parts, hours });
  }

  async log(app: string | undefined): Promise<Deployment[]> {
    const changes = await this.client.call('GET', '/api/releases/log', LogSchema);
    return changes.filter((change) => app === undefined || change.app === app);
  }

  status(): Promise<StoreStatus> {
    return this.client.call('GET', '/api/releases/status', StatusSchema);
  }

  async verify(app: string, release: string, owner: KeyObject): Promise<VerifiedRelease> {
    const evidence = await this.client.call('GET', `/api/releases/${app}/${release}/evidence`, EvidenceSchema);
    return verifyRelease({ app, release }, evidence, owner, (path) => this.client.file(`/r/${app}/${release}/${path}`));
  }

  /** Uploads what the site does not have. @returns the address of the upload */
  private async upload(build: BuildOutput): Promise<string> {
    const { app, release } = build.manifest;
    const { statement } = build;
    const { missing } = await this.client.call('POST', `/api/releases/${app}/uploads`, MissingSchema, {
      manifest: manifestTextOf(build),
      statement,
    });
    const address = `/api/releases/${app}/uploads/${release}`;
    const contents = new Map<string, { name: string; bytes: Buffer }>();
    for (const { integrity, content, brotli } of build.files) {
      const name = hexOfIntegrity(integrity);
      const isSmaller = brotli !== undefined && brotli.length < content.length;
      // A file of the shell's development build, which is not compressed, may be the same as another one.
      if (isSmaller || !contents.has(name))
        contents.set(name, isSmaller ? { name: `${name}.br`, bytes: brotli } : { name, bytes: content });
    }
    for (const text of Object.values(build.privateFiles)) {
      const name = hexOfIntegrity(integrityOf(text));
      if (missing.includes(name)) contents.set(name, { name: `${name}.br`, bytes: await compress(text) });
    }
    const queue = missing.flatMap((name) => contents.get(name) ?? []);
    const send = async (): Promise<void> => {
      try {
        for (let next = queue.pop(); next; next = queue.pop())
          await this.client.call('PUT', `${address}/${next.name}`, v.object({}), next.bytes);
      } finally {
        // If one fails, the others start no further uploads.
        queue.length = 0;
      }
    };
    const outcomes = await Promise.allSettled(Array.from({ length: PARALLEL_UPLOADS }, send));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    return address;
  }
}
