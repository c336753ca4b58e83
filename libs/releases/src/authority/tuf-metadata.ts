import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import * as v from 'valibot';
import { canonicalJson } from './canonical-json.ts';

/** The version of The Update Framework's specification that defines these formats. */
const SPEC_VERSION = '1.0.31';
/**
 * Documents signed offline do not expire, because nobody would be there to sign them again. Decision 0071 says what prevents a
 * freeze attack.
 */
const NEVER = '9999-12-31T00:00:00Z';

const Hex = v.pipe(v.string(), v.regex(/^[0-9a-f]+$/, 'must be hex'));
const Count = v.pipe(v.number(), v.integer(), v.minValue(1));
const KeySchema = v.strictObject({
  keytype: v.literal('ed25519'),
  scheme: v.literal('ed25519'),
  keyval: v.strictObject({ public: v.pipe(Hex, v.length(64)) }),
});
const RoleSchema = v.strictObject({ keyids: v.array(Hex), threshold: Count });
const KeysSchema = v.record(Hex, KeySchema);

const common = { spec_version: v.string(), version: Count, expires: v.string() };

const RootSchema = v.strictObject({
  ...common,
  _type: v.literal('root'),
  consistent_snapshot: v.literal(true),
  keys: KeysSchema,
  roles: v.strictObject({ root: RoleSchema, targets: RoleSchema, snapshot: RoleSchema, timestamp: RoleSchema }),
});

/** What the owner allows one team, in addition to the paths of its releases: TUF lets a role have custom fields. */
const LimitsSchema = v.strictObject({
  /** Path prefixes of the pages that the app may have, such as `/projects/weather`. */
  prefixes: v.array(v.pipe(v.string(), v.regex(/^\/[a-z0-9/-]*$/, 'must be an absolute path of lowercase words'))),
  /** Total size of the files of one release. */
  maxBytes: Count,
  /** Expiry of each key, by key ID. */
  until: v.record(Hex, v.pipe(v.string(), v.isoTimestamp())),
});

const DelegatedRoleSchema = v.strictObject({
  ...RoleSchema.entries,
  name: v.string(),
  terminating: v.literal(true),
  paths: v.array(v.string()),
  limits: LimitsSchema,
});

/** The origin of a release. */
const ProvenanceSchema = v.strictObject({
  /** Address of the working copy's `origin`, without user and password. */
  repository: v.nullable(v.string()),
  commit: v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{40,64}$/, 'must be a commit id'))),
  /** Null without a working copy. */
  isDirty: v.nullable(v.boolean()),
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** Such as `github-actions`, or `by hand`. */
  builder: v.string(),
  versions: v.record(v.string(), v.string()),
  /** sha256 of the CycloneDX bill of materials; null without one. */
  sbom: v.nullable(Hex),
  message: v.nullable(v.pipe(v.string(), v.maxLength(500))),
});

const TargetSchema = v.strictObject({
  length: v.pipe(v.number(), v.integer(), v.minValue(0)),
  hashes: v.strictObject({ sha384: v.pipe(Hex, v.length(96)) }),
  custom: v.strictObject({
    /** Digest of the contract as the registry repeats it; null for a shell. */
    contract: v.nullable(Hex),
    /** Files that are never served and are not in the manifest: sha384 by path. */
    privateFiles: v.record(v.string(), v.pipe(Hex, v.length(96))),
    provenance: ProvenanceSchema,
  }),
});

/** The list of teams. It names no release, so that no statement can pass as one. */
const TargetsSchema = v.strictObject({
  ...common,
  _type: v.literal('targets'),
  targets: v.strictObject({}),
  delegations: v.optional(v.strictObject({ keys: KeysSchema, roles: v.array(DelegatedRoleSchema) })),
});

/** A statement about a release. The owner signs those of teams too, so it has nothing but the release: no teams, version or expiry. */
const StatementSchema = v.strictObject({
  ...common,
  version: v.literal(1),
  expires: v.literal(NEVER),
  _type: v.literal('targets'),
  targets: v.record(v.string(), TargetSchema),
});

const SignaturesSchema = v.array(v.strictObject({ keyid: Hex, sig: v.pipe(Hex, v.length(128)) }));

export type TufKey = v.InferOutput<typeof KeySchema>;
export type TufRole = v.InferOutput<typeof RoleSchema>;
export type RootRole = v.InferOutput<typeof RootSchema>;
export type DelegatedRole = v.InferOutput<typeof DelegatedRoleSchema>;
export type TargetsRole = v.InferOutput<typeof TargetsSchema>;
type StatementRole = v.InferOutput<typeof StatementSchema>;
export type Provenance = v.InferOutput<typeof ProvenanceSchema>;

export interface Metadata<T> {
  readonly signed: T;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

const readerOf =
  <T>(schema: v.GenericSchema<unknown, T>, what: string) =>
  (text: string): Metadata<T> => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new Error(`${what} is not JSON`);
    }
    const parsed = v.safeParse(v.strictObject({ signed: schema, signatures: SignaturesSchema }), value);
    if (parsed.success) return parsed.output;
    const [issue] = parsed.issues;
    throw new Error(`${what}: ${v.getDotPath(issue) ?? '(whole document)'}: ${issue.message}`);
  };

/** @throws Error if it is not such a document; signatures are not checked */
export const readRoot = readerOf(RootSchema, 'the root document');
/** @throws Error if it is not such a document; signatures are not checked */
export const readTargets = readerOf(TargetsSchema, 'the list of teams');
/** @throws Error if it is not such a document; signatures are not checked */
export const readStatementText = readerOf(StatementSchema, 'the statement of a release');

/** The public half of an Ed25519 key in TUF's form. */
export function tufKey(key: KeyObject): TufKey {
  const { x = '' } = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' });
  return { keytype: 'ed25519', scheme: 'ed25519', keyval: { public: Buffer.from(x, 'base64url').toString('hex') } };
}

export const keyIdOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(canonicalJson(tufKey(key)))
    .digest('hex');

export function keyObjectOf({ keyval }: TufKey): KeyObject {
  const x = Buffer.from(keyval.public, 'hex').toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

/** The fields that all documents have. */
export const tufHeader = <Version extends number>(version: Version) =>
  ({ spec_version: SPEC_VERSION, version, expires: NEVER }) as const;

/** The text of a document with the signatures of these keys. */
export function signMetadata(signed: RootRole | TargetsRole | StatementRole, keys: readonly KeyObject[]): string {
  const bytes = Buffer.from(canonicalJson(signed));
  const signatures = keys.map((key) => ({ keyid: keyIdOf(key), sig: sign(null, bytes, key).toString('hex') }));
  return JSON.stringify({ signed, signatures });
}

/** The keys of a role that have signed a document; none if there are fewer than the role's threshold. */
export function signersOf<T>(
  { signed, signatures }: Metadata<T>,
  role: TufRole,
  keys: Readonly<Record<string, TufKey>>,
): readonly string[] {
  const bytes = Buffer.from(canonicalJson(signed));
  const signers = new Set<string>();
  for (const { keyid, sig } of signatures) {
    const key = role.keyids.includes(keyid) && Object.hasOwn(keys, keyid) ? keys[keyid] : undefined;
    if (key && verify(null, bytes, keyObjectOf(key), Buffer.from(sig, 'hex'))) signers.add(keyid);
  }
  return signers.size >= role.threshold ? [...signers] : [];
}
