import * as v from 'valibot';
import { describeIssues } from './describe-issues.ts';
import { StoredContractSchema } from './remote-contract.ts';
import { storedObject } from './stored-object.ts';

const Integrity = v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'must be a sha384 integrity value'));
/** `<version>-<first 12 hex digits of the content hash>`. */
export const ReleaseIdSchema = v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+-[0-9a-f]{12}$/, 'must be <version>-<contenthash12>'));

/** The schemas of `release.json`, built from objects that either keep or reject unknown fields. */
const schemasOf = (object: typeof storedObject) => {
  const ReleaseFileSchema = object({ bytes: v.number(), compressedBytes: v.number(), integrity: Integrity });

  /** Files, relative to the release folder, in the order in which they are needed. */
  const PreloadSchema = object({ scripts: v.array(v.string()), styles: v.array(v.string()) });

  const common = {
    schema: v.literal(1),
    app: v.string(),
    release: ReleaseIdSchema,
    /** Every file that may be requested, by its path inside the release folder; nothing else is served. */
    files: v.record(v.string(), ReleaseFileSchema),
  };

  /** `release.json` of a remote. */
  const RemoteReleaseSchema = object({
    ...common,
    kind: v.literal('remote'),
    /** Version of the kit that built it. Releases from before the kit had versions have none. */
    kit: v.optional(v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/, 'must be a version such as 1.0.0'))),
    /** Container script, and the name it registers under. */
    entry: v.string(),
    container: v.string(),
    /** The contract without the cards of the drafts list; those are in `private.json`, which is never served. */
    contract: StoredContractSchema,
    /** Needed by every page of the remote. */
    shared: PreloadSchema,
    /** Needed by one page in addition to `shared`, by route path. */
    pages: v.record(v.string(), PreloadSchema),
    /** Needed in addition to `shared` to draw a page's exhibit over its still, by route path. */
    alive: v.optional(v.record(v.string(), PreloadSchema)),
  });

  /** `release.json` of the shell. */
  const ShellReleaseSchema = object({
    ...common,
    kind: v.literal('shell'),
    entry: PreloadSchema,
    /** Chunks that only pages of remotes need. */
    federation: PreloadSchema,
    /** Needed by one of the shell's own pages in addition to `entry`, by path. Shells released before pages were split have none. */
    pages: v.optional(v.record(v.string(), PreloadSchema)),
    /** Module that renders pages on the server: exports `renderPage` and `shellPages`. Not served. */
    serverModule: v.string(),
    serverIntegrity: Integrity,
    /** Versions of the singletons that this shell provides, including `@site/host`. */
    provides: v.record(v.string(), v.string()),
    /** Range of the kit's versions whose remotes this shell loads. Shells released before the kit had versions name none. */
    kits: v.optional(v.string()),
    /** Paths of the shell's own pages; no remote may claim one. */
    paths: v.array(v.string()),
    /** Fonts to preload before the styles request them. */
    fonts: v.array(v.string()),
    /** The entry of the same shell built for development, for documents in which a remote comes from a developer's machine. */
    development: v.optional(PreloadSchema),
  });

  return {
    preload: PreloadSchema,
    remote: RemoteReleaseSchema,
    shell: ShellReleaseSchema,
    manifest: v.variant('kind', [RemoteReleaseSchema, ShellReleaseSchema]),
  };
};

const stored = schemasOf(storedObject);
/** A new release must be understood completely: an unknown field may be a promise that this version does not keep. */
const announced = schemasOf(v.strictObject);

export type Preload = v.InferOutput<typeof stored.preload>;
export type RemoteRelease = v.InferOutput<typeof stored.remote>;
export type ShellRelease = v.InferOutput<typeof stored.shell>;
export type ReleaseManifest = v.InferOutput<typeof stored.manifest>;

function parse(schema: typeof stored.manifest, value: unknown, source: string): ReleaseManifest {
  const result = v.safeParse(schema, value);
  if (!result.success) throw new Error(`${source}: ${describeIssues(result.issues)}`);
  return result.output;
}

/** Reads a stored manifest. @throws Error naming every wrong field */
export const parseReleaseManifest = (value: unknown, source: string): ReleaseManifest => parse(stored.manifest, value, source);

/** Reads the manifest of a new release. @throws Error naming every wrong or unknown field, except in its contract */
export const parseNewManifest = (value: unknown, source: string): ReleaseManifest => parse(announced.manifest, value, source);
