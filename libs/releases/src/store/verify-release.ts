import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseReleaseManifest } from '@site/contracts';
import { readAuthorityTexts, verifyAuthority } from '../authority/authority.ts';
import { contractDigest, readStatement, signerOf, type Signer } from '../authority/statement.ts';
import type { Provenance } from '../authority/tuf-metadata.ts';
import { statementTextOf } from '../authority/vouch.ts';
import { ReleaseError } from '../errors.ts';
import { integrityOf } from '../integrity.ts';
import { releasePaths } from '../paths.ts';

/** The proof of a release, except its files. Nothing in it is trusted before it is checked. */
export interface Evidence {
  readonly roots: readonly string[];
  readonly targets: string | null;
  readonly statement: string;
  /** The text of `release.json`. */
  readonly manifest: string;
}

export interface VerifiedRelease {
  readonly signer: Signer;
  readonly provenance: Provenance;
  readonly rootVersion: number;
  readonly files: number;
  readonly bytes: number;
}

/** @throws ReleaseError RELEASE_REFUSED if there is no such release, or it has no statement */
export async function readEvidence(root: string, app: string, release: string): Promise<Evidence> {
  const manifest = await readFile(releasePaths.manifest(root, app, release), 'utf8').catch(() => undefined);
  if (manifest === undefined) throw new ReleaseError('RELEASE_REFUSED', `${app} ${release} is not in this store`);
  const statement = await statementTextOf(root, app, release);
  if (statement === undefined)
    throw new ReleaseError(
      'RELEASE_REFUSED',
      `nobody has signed a statement about ${app} ${release}; \`site team adopt\` does so`,
    );
  const { roots, targets } = readAuthorityTexts(root);
  return { roots, targets: targets ?? null, statement, manifest };
}

export const folderReader =
  (root: string, app: string, release: string) =>
  (path: string): Promise<Buffer> =>
    readFile(join(releasePaths.release(root, app, release), path));

/**
 * Checks a release from the owner's key to the hash of each file that visitors may request.
 * @throws ReleaseError RELEASE_DAMAGED, or REGISTRY_UNTRUSTED, saying where the chain breaks
 */
export async function verifyRelease(
  { app, release }: { app: string; release: string },
  evidence: Evidence,
  pinned: KeyObject,
  read: (path: string) => Promise<Buffer>,
): Promise<VerifiedRelease> {
  const broken = (reason: string): never => {
    throw new ReleaseError('RELEASE_DAMAGED', `${app} ${release}: ${reason}`);
  };
  const authority = verifyAuthority(pinned, evidence.roots, evidence.targets ?? undefined);
  const signer = signerOf(authority, evidence.statement, app);
  if (!signer) return broken('no key that the owner now trusts has signed its statement');
  const stated = readStatement(evidence.statement);
  if (stated.app !== app || stated.release !== release) return broken('its statement is for another release');
  if (integrityOf(evidence.manifest) !== stated.manifestIntegrity) return broken('release.json is not the one that was signed');
  const manifest = parseReleaseManifest(JSON.parse(evidence.manifest), 'release.json');
  const contract = manifest.kind === 'remote' ? manifest.contract : null;
  if (contractDigest(contract) !== stated.contract) return broken('its contract is not the one that was signed');
  let bytes = 0;
  for (const [path, { integrity }] of Object.entries(manifest.files)) {
    const content = await read(path).catch(() => broken(`${path} is missing`));
    if (integrityOf(content) !== integrity) return broken(`${path} is not the file that was signed`);
    bytes += content.length;
  }
  const files = Object.keys(manifest.files).length;
  return { signer, provenance: stated.provenance, rootVersion: authority.root.version, files, bytes };
}
