import * as v from 'valibot';
import { describeIssues } from './describe-issues.ts';
import { StoredContractSchema } from './remote-contract.ts';
import { ReleaseIdSchema } from './release.ts';
import { storedObject } from './stored-object.ts';

/** A release, and the hash that its `release.json` must have. */
const ReleasePointerSchema = storedObject({ release: ReleaseIdSchema, manifestIntegrity: v.string() });

/** Visitors are spread evenly over this many buckets. */
export const VISITOR_BUCKETS = 10_000;

const Bucket = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(VISITOR_BUCKETS));

/** A release that a share of the visitors see, to find out whether it works. */
const CanarySchema = storedObject({
  ...ReleasePointerSchema.entries,
  /** Serial of the registry with which it started: a release that is tried again is judged from scratch. */
  since: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Buckets that see it, as half-open ranges in the order in which they were added. No two canaries share a bucket. */
  buckets: v.array(v.tuple([Bucket, Bucket])),
  /** It is withdrawn if more than this share of its page views fails: 0.02 is 2%. */
  maxErrorRate: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  contract: v.nullable(StoredContractSchema),
});

const RegistryAppSchema = storedObject({
  kind: v.picklist(['shell', 'remote']),
  stable: ReleasePointerSchema,
  /** The release that was stable before this one. */
  previous: v.nullable(ReleasePointerSchema),
  /** Routes and public cards are here too, so that a page keeps its frame if the release folder is damaged. */
  contract: v.nullable(StoredContractSchema),
  /** Releases that may never be live again. Registries older than this feature have no such list. */
  killed: v.optional(v.array(ReleaseIdSchema), []),
  /** Null: every visitor sees the stable release. */
  canary: v.optional(v.nullable(CanarySchema), null),
});

/** A retired remote: its last state, so that it can be restored. */
const RetiredAppSchema = storedObject({ at: v.pipe(v.string(), v.isoTimestamp()), last: RegistryAppSchema });

/** The one mutable document of the site: which release of which app is live. */
const RegistrySchema = storedObject({
  schema: v.literal(1),
  serial: v.pipe(v.number(), v.integer(), v.minValue(1)),
  issuedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Who made the change, and why. Registries older than teams do not have it. */
  by: v.optional(storedObject({ keyid: v.string(), name: v.string(), message: v.nullable(v.string()) })),
  apps: v.record(v.string(), RegistryAppSchema),
  /** Retired remotes by name; none of them is in `apps`. */
  retired: v.optional(v.record(v.string(), RetiredAppSchema)),
  /** Signed statements that vouch for the releases, by `<app>/<release>`: present if a server has signed instead of the owner. */
  statements: v.optional(v.record(v.string(), v.string())),
});

/** As stored: the registry's exact text and its Ed25519 signature in base64. */
const SignedRegistrySchema = storedObject({ registry: v.string(), signature: v.string() });

export type ReleasePointer = v.InferOutput<typeof ReleasePointerSchema>;
export type Canary = v.InferOutput<typeof CanarySchema>;
export type RegistryApp = v.InferOutput<typeof RegistryAppSchema>;
type RetiredApp = v.InferOutput<typeof RetiredAppSchema>;
export type Registry = v.InferOutput<typeof RegistrySchema>;
type SignedRegistry = v.InferOutput<typeof SignedRegistrySchema>;

/** Returns the entry of an app whose name may be untrusted: inherited properties, such as "constructor", are not entries. */
export function registryEntry(apps: Registry['apps'], app: string): RegistryApp | undefined {
  return Object.hasOwn(apps, app) ? apps[app] : undefined;
}

/** The entry of a retired remote; undefined if it is live or never existed. */
export function retiredEntry(registry: Pick<Registry, 'retired'> | undefined, app: string): RetiredApp | undefined {
  const retired = registry?.retired ?? {};
  return Object.hasOwn(retired, app) ? retired[app] : undefined;
}

/** @throws Error naming every wrong field */
export function parseRegistry(value: unknown, source: string): Registry {
  const result = v.safeParse(RegistrySchema, value);
  if (!result.success) throw new Error(`${source}: ${describeIssues(result.issues)}`);
  return result.output;
}

/** @throws Error naming every wrong field */
export function parseSignedRegistry(value: unknown, source: string): SignedRegistry {
  const result = v.safeParse(SignedRegistrySchema, value);
  if (!result.success) throw new Error(`${source}: ${describeIssues(result.issues)}`);
  return result.output;
}
