import * as v from 'valibot';
import { ReleaseError } from '../errors.ts';
import { MAX_OVERRIDES } from '../override.ts';

const MAX_MESSAGE_CHARACTERS = 500;

const ReleaseId = v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+-[0-9a-f]{12}$/, 'must be a release such as 0.1.0-0123456789ab'));
const Fraction = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
/** Shown in terminals, so without control characters. */
const Message = v.nullable(
  v.pipe(v.string(), v.maxLength(MAX_MESSAGE_CHARACTERS), v.regex(/^\P{Cc}*$/u, 'must be one line without control characters')),
);

const UploadRequestSchema = v.strictObject({ manifest: v.string(), statement: v.string() });
const NoteRequestSchema = v.strictObject({ message: v.optional(Message, null) });
const EmptyRequestSchema = v.strictObject({});
const CanaryRequestSchema = v.strictObject({ share: Fraction, maxErrorRate: Fraction, message: v.optional(Message, null) });
const RollbackRequestSchema = v.strictObject({ to: v.optional(ReleaseId), message: v.optional(Message, null) });
const KillRequestSchema = v.strictObject({ release: ReleaseId, message: v.optional(Message, null) });
const Hours = v.pipe(v.number(), v.gtValue(0), v.maxValue(24 * 30));
const LinkRequestSchema = v.union([
  v.strictObject({ release: ReleaseId, hours: Hours }),
  v.strictObject({ port: v.pipe(v.string(), v.regex(/^\d{1,5}$/, 'must be a port')), hours: Hours }),
]);
const AppName = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/, 'must be the name of an app'));
const PreviewRequestSchema = v.strictObject({
  releases: v.pipe(
    v.array(v.strictObject({ app: AppName, release: v.optional(ReleaseId) })),
    v.minLength(1),
    v.maxLength(MAX_OVERRIDES),
  ),
  hours: Hours,
});
const AuthorityRequestSchema = v.strictObject({
  root: v.optional(v.string()),
  targets: v.optional(v.string()),
  statements: v.array(v.string()),
});

const readerOf =
  <T>(schema: v.GenericSchema<unknown, T>) =>
  (value: unknown): T => {
    const parsed = v.safeParse(schema, value);
    if (parsed.success) return parsed.output;
    const [issue] = parsed.issues;
    throw new ReleaseError('REQUEST_INVALID', `${v.getDotPath(issue) ?? 'the body'}: ${issue.message}`);
  };

/** Parsers for a command's requests. Each throws ReleaseError REQUEST_INVALID saying what is wrong. */
export const readUploadRequest = readerOf(UploadRequestSchema);
export const readNoteRequest = readerOf(NoteRequestSchema);
export const readEmptyRequest = readerOf(EmptyRequestSchema);
export const readCanaryRequest = readerOf(CanaryRequestSchema);
export const readRollbackRequest = readerOf(RollbackRequestSchema);
export const readKillRequest = readerOf(KillRequestSchema);
export const readLinkRequest = readerOf(LinkRequestSchema);
export const readPreviewRequest = readerOf(PreviewRequestSchema);
export const readAuthorityRequest = readerOf(AuthorityRequestSchema);
