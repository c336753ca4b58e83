export { readRemoteBuild, writeForms } from './build-output.ts';
export { promote, startCanary, type CanaryResult } from './canary.ts';
export { main } from './cli.ts';
export { signingKeyText, storeOf } from './command-environment.ts';
export { readCommand, siteIn } from './command-line.ts';
export { refusalsOfContent, type JudgedBuild } from './content-gate.ts';
export { describeChange } from './deployment-text.ts';
export { syncPath, writeDurably } from './durable-file.ts';
export { ReleaseError, type ReleaseErrorCode } from './errors.ts';
export type { Deployment } from './deployments.ts';
export { integrityOf } from './integrity.ts';
export { isLoopbackName } from './loopback.ts';
export { releasePaths } from './paths.ts';
export { SHELL_DEVELOPMENT } from './collect-files.ts';
export {
  isLocal,
  MAX_OVERRIDES,
  overrideKeys,
  readOverride,
  requireCurrent,
  signLocalOverride,
  signOverride,
  type LocalOverride,
  type Override,
  type ReleaseOverride,
} from './override.ts';
export { authorityOf, holderOf, requireSigner } from './authority/authority.ts';
export { changeAuthority, readAuthorityState, type AuthorityState, type ChangedAuthority } from './authority/authority-store.ts';
export { requireKeyFor } from './authority/statement.ts';
export { keyIdOf } from './authority/tuf-metadata.ts';
export { isVouchedFor, signedOrigin, type SignedOrigin } from './authority/vouch.ts';
export { TOKEN_SEPARATOR } from './preview.ts';
export { publish, type PublishResult } from './publish.ts';
export { namesIn, readPublished } from './published.ts';
export { readRelease } from './read-release.ts';
export { readRegistry, readSerial, type RegistryKeys } from './registry-store.ts';
export { mapOf } from './source-maps.ts';
export { ensureSigningKey } from './signing-key-file.ts';
export { generateSigningKey, isSigningKey, parseSigningKey, parseVerifyingKey, publicHalf } from './signing.ts';
export { bucketCount, canaryAppOf, withCanaryLive } from './visitor-sets.ts';
export { rollback, type RetireResult, type SeenState, type SwitchResult } from './switch-release.ts';
export { FolderStore } from './store/folder-store.ts';
export type { CheckResult, OverrideLink, PreviewLink, StoreStatus } from './store/release-store.ts';
export {
  readAuthorityRequest,
  readCanaryRequest,
  readEmptyRequest,
  readKillRequest,
  readLinkRequest,
  readNoteRequest,
  readPreviewRequest,
  readRollbackRequest,
  readUploadRequest,
} from './store/requests.ts';
export { readWorkingCopy } from './store/provenance.ts';
export { NONCE_LIFE_MS, signRequest, verifyRequest } from './store/signed-request.ts';
export { readEvidence, type Evidence } from './store/verify-release.ts';
export { UploadArea } from './store/upload-area.ts';
export { FolderUploads, type UploadFiles } from './store/upload-files.ts';
export { describeCommands, RELEASE_COMMANDS, RELEASE_SETTINGS } from './usage.ts';
export { keepInOrigin } from './origin/store-origin.ts';
export { JournalOrigin } from './origin/journal-origin.ts';
export { folderOf, readStored, type JournalRow, type ReleaseBundles, type ReleaseJournal } from './origin/journal.ts';
export { moveReleases } from './origin/move-releases.ts';
