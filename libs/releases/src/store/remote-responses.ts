import * as v from 'valibot';

// Responses from a server to the command. A newer server may send more than the command understands.
export const CheckSchema = v.object({ reasons: v.array(v.string()), others: v.number() });
export const PublishSchema = v.object({ app: v.string(), release: v.string(), serial: v.number(), changed: v.boolean() });
export const CanaryResultSchema = v.object({ serial: v.number(), release: v.string(), share: v.number() });
export const SwitchSchema = v.object({
  serial: v.number(),
  from: v.string(),
  to: v.string(),
  isCanary: v.optional(v.boolean()),
  wasRetired: v.optional(v.boolean()),
});
export const RetireSchema = v.object({ serial: v.number(), release: v.string(), until: v.string() });
export const LinkSchema = v.object({ token: v.string(), site: v.string(), expires: v.number() });
export const PreviewSchema = v.object({
  ...LinkSchema.entries,
  releases: v.array(v.object({ app: v.string(), release: v.string() })),
});
export const MissingSchema = v.object({ release: v.string(), missing: v.array(v.string()) });

const ChangeSchema = v.object({
  serial: v.number(),
  at: v.string(),
  app: v.string(),
  from: v.nullable(v.string()),
  to: v.nullable(v.string()),
  share: v.optional(v.number()),
  origin: v.optional(
    v.object({
      repository: v.nullable(v.string()),
      commit: v.nullable(v.string()),
      isDirty: v.nullable(v.boolean()),
      builder: v.string(),
      message: v.nullable(v.string()),
    }),
  ),
  by: v.optional(v.object({ keyid: v.string(), name: v.string(), message: v.nullable(v.string()) })),
});
export const LogSchema = v.array(ChangeSchema);

const AppStatusSchema = v.object({
  app: v.string(),
  release: v.string(),
  detail: v.string(),
  canary: v.nullable(v.object({ release: v.string(), share: v.number(), maxErrorRate: v.number() })),
  killed: v.array(v.string()),
});
export const StatusSchema = v.object({
  serial: v.number(),
  issuedAt: v.string(),
  apps: v.array(AppStatusSchema),
  retired: v.optional(v.array(v.object({ app: v.string(), release: v.string(), at: v.string() })), []),
});

export const AuthoritySchema = v.object({
  roots: v.array(v.string()),
  targets: v.nullable(v.string()),
  /** The key with which the server signs, SPKI in base64; null: the owner's own. */
  serverKey: v.nullable(v.string()),
  /** What the owner would have to vouch for if a team's key were removed. */
  releases: v.array(v.object({ app: v.string(), release: v.string(), serial: v.number(), statement: v.nullable(v.string()) })),
  /** The signed live registry. */
  registry: v.nullable(v.string()),
  unstated: v.array(v.object({ app: v.string(), release: v.string(), manifest: v.string() })),
});

export const EvidenceSchema = v.object({
  roots: v.array(v.string()),
  targets: v.nullable(v.string()),
  statement: v.string(),
  manifest: v.string(),
});

/** The form of every error response of the API. */
export const ProblemSchema = v.object({ error: v.string(), code: v.string(), details: v.optional(v.string()) });

export const ChangedAuthoritySchema = v.object({
  serial: v.nullable(v.number()),
  // Servers of earlier versions do not report it.
  withdrawn: v.optional(
    v.array(v.object({ app: v.string(), release: v.string(), isLive: v.boolean(), paths: v.array(v.string()) })),
    [],
  ),
});
