export { main, RELEASE_USAGE } from './cli.ts';
export { ReleaseError } from './errors.ts';
export { integrityOf } from './integrity.ts';
export { releasePaths } from './paths.ts';
export { readRelease } from './read-release.ts';
export { readRegistry } from './registry-store.ts';
export { generateSigningKey, parseVerifyingKey } from './signing.ts';
export { canaryAppOf, withCanaryLive } from './visitor-sets.ts';
