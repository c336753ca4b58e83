import type { KeyObject } from 'node:crypto';
import type { BuildOutput } from '../build-output.ts';
import type { CanaryOptions, CanaryResult } from '../canary.ts';
import type { Deployment } from '../deployments.ts';
import type { PreviewPart } from '../preview.ts';
import type { PublishResult } from '../publish.ts';
import type { RetireResult, SwitchResult } from '../switch-release.ts';
import type { VerifiedRelease } from './verify-release.ts';

export interface CheckResult {
  /** Why the build may not go live; empty if it may. */
  readonly reasons: readonly string[];
  /** Number of other apps it was checked with. */
  readonly others: number;
}

export interface AppStatus {
  readonly app: string;
  readonly release: string;
  /** Pages, size and damage of the live release, and its previous release, in words. */
  readonly detail: string;
  /** Shares are fractions: 0.05 is 5%. */
  readonly canary: { readonly release: string; readonly share: number; readonly maxErrorRate: number } | null;
  readonly killed: readonly string[];
}

export interface StoreStatus {
  readonly serial: number;
  readonly issuedAt: string;
  readonly apps: readonly AppStatus[];
  /** Retired remotes, each with its last live release. */
  readonly retired: readonly { readonly app: string; readonly release: string; readonly at: string }[];
}

/** What a link shows: a release, or a remote from a development server on the visitor's machine. */
export type LinkTarget = { readonly app: string; readonly release: string } | { readonly app: string; readonly port: string };

export interface OverrideLink {
  readonly token: string;
  /** Origin of the site for which it is valid. */
  readonly site: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** One link to several releases. */
export interface PreviewLink extends OverrideLink {
  readonly releases: readonly { readonly app: string; readonly release: string }[];
}

/**
 * Stores and switches releases: a folder on this machine, or a server. There is one implementation of the gate and of the switch, the
 * folder's, which a server uses too. All methods throw ReleaseError RELEASE_REFUSED with the reasons if the change is not allowed.
 */
export interface ReleaseStore {
  check(build: BuildOutput): Promise<CheckResult>;
  release(build: BuildOutput, message: string | null): Promise<PublishResult>;
  canary(build: BuildOutput, options: CanaryOptions, message: string | null): Promise<CanaryResult>;
  promote(app: string, message: string | null): Promise<SwitchResult>;
  /** @param to the release to make live; without it, the last step is undone */
  rollback(app: string, to: string | undefined, message: string | null): Promise<SwitchResult>;
  kill(app: string, release: string, message: string | null): Promise<SwitchResult>;
  retire(app: string, message: string | null): Promise<RetireResult>;
  overrideLink(target: LinkTarget, hours: number): Promise<OverrideLink>;
  /** @param parts one to five releases, of different apps */
  preview(parts: readonly PreviewPart[], hours: number): Promise<PreviewLink>;
  /** Newest first. */
  log(app: string | undefined): Promise<Deployment[]>;
  status(): Promise<StoreStatus>;
  /** Checks a release from the owner's key to the hash of each file. @param owner the owner's public key */
  verify(app: string, release: string, owner: KeyObject): Promise<VerifiedRelease>;
}
