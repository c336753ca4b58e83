import type { KeyObject } from 'node:crypto';
import type { BuildOutput } from '../build-output.ts';
import type { CanaryOptions, CanaryResult } from '../canary.ts';
import type { Deployment } from '../history.ts';
import type { PreviewPart } from '../preview.ts';
import type { PublishResult } from '../publish.ts';
import type { RetireResult, SwitchResult } from '../switch-release.ts';
import type { VerifiedRelease } from './verify-release.ts';

export interface CheckResult {
  /** Why the build may not go live; none: it may. */
  readonly reasons: readonly string[];
  /** How many other apps it was checked beside. */
  readonly others: number;
}

export interface AppStatus {
  readonly app: string;
  readonly release: string;
  /** Pages, weight and damage of the live release, and what stands behind it, in words. */
  readonly detail: string;
  /** Shares are parts of one: 0.05 is 5 %. */
  readonly canary: { readonly release: string; readonly share: number; readonly maxErrorRate: number } | null;
  readonly killed: readonly string[];
}

export interface StoreStatus {
  readonly serial: number;
  readonly issuedAt: string;
  readonly apps: readonly AppStatus[];
  /** Remotes that are gone, each with the release that was live to the end. */
  readonly retired: readonly { readonly app: string; readonly release: string; readonly at: string }[];
}

/** What a link puts into the site: a release, or a remote from the development server at a port of the visitor's machine. */
export type LinkTarget = { readonly app: string; readonly release: string } | { readonly app: string; readonly port: string };

export interface OverrideLink {
  readonly token: string;
  /** Origin of the site that it is for. */
  readonly site: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** One link to several releases. */
export interface PreviewLink extends OverrideLink {
  readonly releases: readonly { readonly app: string; readonly release: string }[];
}

/**
 * Where releases go and are switched: a folder on this machine, or a server. Gate and switch are one implementation, that of the folder,
 * which a server uses too. Everything throws ReleaseError RELEASE_REFUSED with the reasons when it may not be.
 */
export interface ReleaseStore {
  check(build: BuildOutput): Promise<CheckResult>;
  release(build: BuildOutput, message: string | null): Promise<PublishResult>;
  canary(build: BuildOutput, options: CanaryOptions, message: string | null): Promise<CanaryResult>;
  promote(app: string, message: string | null): Promise<SwitchResult>;
  /** @param to without it the last step is taken back */
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
