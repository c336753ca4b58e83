export { readRemoteBuild } from './build-output.ts';
export { promote, startCanary } from './canary.ts';
export { main, readCommand, signingKeyText } from './cli.ts';
export { ReleaseError } from './errors.ts';
export { readHistory, readPast } from './history.ts';
export { integrityOf } from './integrity.ts';
export { releasePaths } from './paths.ts';
export { SHELL_DEVELOPMENT } from './collect-files.ts';
export {
  isLocal,
  readOverride,
  requireCurrent,
  signLocalOverride,
  signOverride,
  type LocalOverride,
  type Override,
  type ReleaseOverride,
} from './override.ts';
export { publish } from './publish.ts';
export { readRelease } from './read-release.ts';
export { readRegistry } from './registry-store.ts';
export { generateSigningKey, parseSigningKey, parseVerifyingKey } from './signing.ts';
export { bucketCount, canaryAppOf, withCanaryLive } from './visitor-sets.ts';
export { rollback } from './switch-release.ts';
export { describeCommands, RELEASE_COMMANDS, RELEASE_SETTINGS } from './usage.ts';
