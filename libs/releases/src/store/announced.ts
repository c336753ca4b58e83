import { parseNewManifest, parseRemoteContract, type ReleaseManifest } from '@site/contracts';
import { readStatement } from '../authority/statement.ts';
import { isMapOf } from '../source-maps.ts';
import { refuse } from '../switch-release.ts';

const MAX_FILES = 2_000;
/** Every registry contains the statements of what is live. Most of a statement is hashes of source maps, one for each script. */
const MAX_STATEMENT_BYTES = 32_000;

/** A name that escapes the folder, or that the store itself uses. */
const isUnsafe = (path: string): boolean =>
  path === '' ||
  /[\\\0]/.test(path) ||
  path.split('/').some((part) => part === '' || part === '.' || part === '..') ||
  /(?:^(?:release|statement)\.json|\.br|\.gz)$/.test(path);

/** A requested release, before its files have been uploaded. */
export interface Announced {
  readonly manifest: ReleaseManifest;
  readonly manifestText: string;
  readonly statement: string;
  /** Integrity values by path. */
  readonly privateFiles: Readonly<Record<string, string>>;
}

/** @throws ReleaseError RELEASE_REFUSED if the manifest, the statement and the app do not belong together */
export function readAnnounced(app: string, manifestText: string, statement: string): Announced {
  let announced: Announced;
  try {
    const sent: unknown = JSON.parse(manifestText);
    const manifest = parseNewManifest(sent, 'release.json');
    // As sent: what is stored may contain more than a new release may.
    if (manifest.kind === 'remote') parseRemoteContract((sent as { contract: unknown }).contract, 'the contract');
    announced = { manifest, manifestText, statement, privateFiles: readStatement(statement).privateFiles };
  } catch (cause) {
    return refuse((cause as Error).message);
  }
  const { manifest, privateFiles } = announced;
  if (manifest.app !== app) return refuse(`the release is for ${manifest.app}`);
  if ((manifest.kind === 'shell') !== (app === 'shell')) return refuse(`${app} cannot be a ${manifest.kind}`);
  if (manifest.kind === 'remote' && manifest.contract.name !== app)
    return refuse(`the contract is for ${manifest.contract.name}`);
  const wantedPrivate = manifest.kind === 'shell' ? manifest.serverModule : 'private.json';
  const others = Object.keys(privateFiles).filter((path) => path !== wantedPrivate && !isMapOf(path, manifest.files));
  if (!Object.hasOwn(privateFiles, wantedPrivate) || others.length > 0)
    return refuse(`${wantedPrivate} must be the release's only private file, apart from source maps of its scripts`);
  return announced;
}

/** @throws ReleaseError RELEASE_REFUSED for names and sizes that no release may have */
export function requireWithinLimits({ manifest, privateFiles, statement }: Announced, maxBytes: number): void {
  const stated = Buffer.byteLength(statement);
  if (stated > MAX_STATEMENT_BYTES)
    refuse(`the statement has ${stated} bytes; at most ${MAX_STATEMENT_BYTES}: shorten its text, or bundle the scripts`);
  const paths = [...Object.keys(manifest.files), ...Object.keys(privateFiles)];
  const unsafe = paths.find(isUnsafe);
  if (unsafe !== undefined) refuse(`${JSON.stringify(unsafe)} is not a valid name for a file of a release`);
  // Source maps are not counted: there is at most one for each script.
  const count = paths.filter((path) => !isMapOf(path, manifest.files)).length;
  if (count > MAX_FILES) refuse(`the release has ${count} files; at most ${MAX_FILES} may be released`);
  const sizes = Object.values(manifest.files).map(({ bytes }) => bytes);
  if (!sizes.every((bytes) => Number.isSafeInteger(bytes) && bytes >= 0)) refuse('the size of a file is not a number of bytes');
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes > maxBytes) refuse(`the release has ${bytes} bytes; at most ${maxBytes} may be released`);
}
