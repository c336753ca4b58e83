import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  authorityOf,
  FolderStore,
  keyIdOf,
  parseVerifyingKey,
  ReleaseError,
  requireSigner,
  UploadArea,
  type RegistryKeys,
} from '@site/releases';
import { Clock } from '../clock.ts';
import { Config } from '../config/config.ts';
import { ServerHealth } from '../ops/server-health.ts';
import { judgeInThread } from './content-gate-thread.ts';
import type { Caller } from './release-callers.ts';
import { ReleaseCopy } from './release-copy.ts';
import { ServerKey } from './server-key.ts';

/** Who makes a change, as the log names them. */
export type ChangedBy = Pick<Caller, 'keyid' | 'name'>;

/** The release store of this server, for one caller at a time: their changes are logged under their name. */
@Injectable()
export class ReleaseStores {
  readonly uploads: UploadArea;
  private readonly pinned: KeyObject;

  constructor(
    private readonly config: Config,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    private readonly serverKey: ServerKey,
    copy: ReleaseCopy,
    private readonly health: ServerHealth,
  ) {
    this.pinned = parseVerifyingKey(config.releaseSigningKey);
    this.uploads = new UploadArea(config.releasesDir, copy.uploads, this.pinned, () => clock.now());
  }

  get root(): string {
    return this.config.releasesDir;
  }

  now(): Date {
    return this.clock.now();
  }

  keysFor({ keyid, name }: ChangedBy): RegistryKeys {
    return { signing: this.serverKey.signing, verifying: this.pinned, by: { keyid, name } };
  }

  storeFor(caller: ChangedBy): FolderStore {
    const { publicOrigin } = this.config;
    return new FolderStore(
      this.root,
      this.keysFor(caller),
      () => this.clock.now(),
      publicOrigin,
      (build) => judgeInThread(build, this.health.draining),
    );
  }

  /** The owner, who has no key here: the server's key signs. @param name in the log */
  ownerAs(name: string): ChangedBy {
    return { keyid: keyIdOf(this.serverKey.signing), name };
  }

  /** Why this server may not sign what the owner decides here; null if it may. */
  whyUnsigned(): string | null {
    try {
      requireSigner(authorityOf(this.root, this.pinned), keyIdOf(this.serverKey.signing), this.now());
      return null;
    } catch (cause) {
      if (cause instanceof ReleaseError) return cause.message;
      throw cause;
    }
  }
}
