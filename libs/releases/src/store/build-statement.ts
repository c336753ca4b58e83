import type { KeyObject } from 'node:crypto';
import type { BuildOutput } from '../build-output.ts';
import { manifestTextOf } from '../build-output.ts';
import { authorityOf } from '../authority/authority.ts';
import { contractDigest, readStatement, refusalsByDelegation, signerOf, signStatement } from '../authority/statement.ts';
import type { Provenance } from '../authority/tuf-metadata.ts';
import { integrityOf } from '../integrity.ts';

const contractOf = ({ manifest }: BuildOutput) => (manifest.kind === 'remote' ? manifest.contract : null);

function privateHashes({ privateFiles }: BuildOutput): Record<string, string> {
  return Object.fromEntries(Object.entries(privateFiles).map(([path, text]) => [path, integrityOf(text)]));
}

/** A build with the releaser's statement. */
export function withStatement(build: BuildOutput, provenance: Provenance, key: KeyObject): BuildOutput {
  const manifestText = manifestTextOf(build);
  const { app, release } = build.manifest;
  const statement = signStatement(
    {
      app,
      release,
      manifestIntegrity: integrityOf(manifestText),
      manifestBytes: Buffer.byteLength(manifestText),
      contract: contractDigest(contractOf(build)),
      privateFiles: privateHashes(build),
      provenance,
    },
    key,
  );
  return { ...build, manifestText, statement };
}

/** Reasons why nobody vouches for this build, or why its signer may not; none for a build without a statement. */
export function refusalsOfStatement(root: string, build: BuildOutput, pinned: KeyObject, now: Date): string[] {
  if (build.statement === undefined) return [];
  const { app, release } = build.manifest;
  const stated = readStatement(build.statement);
  const isThis =
    stated.app === app &&
    stated.release === release &&
    stated.manifestIntegrity === integrityOf(manifestTextOf(build)) &&
    stated.contract === contractDigest(contractOf(build));
  if (!isThis) return ['the statement is for another build'];
  const hashes = privateHashes(build);
  const paths = new Set([...Object.keys(hashes), ...Object.keys(stated.privateFiles)]);
  for (const path of paths) if (hashes[path] !== stated.privateFiles[path]) return [`${path} is not the file that was signed`];
  const signer = signerOf(authorityOf(root, pinned), build.statement, app);
  if (!signer) return [`the key that signed it may not release ${app}; ask the owner`];
  return refusalsByDelegation(build, signer, now);
}
