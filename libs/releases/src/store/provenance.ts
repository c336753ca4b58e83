import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Provenance } from '../authority/tuf-metadata.ts';

const run = promisify(execFile);

/** Git's output; null without git or a working copy. */
async function git(...words: string[]): Promise<string | null> {
  try {
    return (await run('git', words, { maxBuffer: 50_000_000 })).stdout.trim();
  } catch {
    return null;
  }
}

/** An address may contain a user name and a password. */
const withoutUser = (address: string): string => address.replace(/^([a-z+]+:\/\/)[^/@]*@/, '$1');

function builderOf(env: Readonly<Record<string, string | undefined>>): string {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: id } = env;
  if (server && repository && id) return `${server}/${repository}/actions/runs/${id}`;
  return env['CI_JOB_URL'] ?? env['BUILD_URL'] ?? (env['CI'] ? 'ci' : 'by hand');
}

type WorkingCopy = Pick<Provenance, 'repository' | 'commit' | 'isDirty'>;

/** In a packed site: the origin recorded by `npm run pack`. */
const PACKED = 'provenance.json';

/** By folder: `npm start` releases five apps from one working copy. */
const workingCopies = new Map<string, Promise<WorkingCopy>>();

/** Origin of the files in the working directory: as recorded in a packed site, otherwise from git. */
export async function readWorkingCopy(): Promise<WorkingCopy> {
  if (existsSync(PACKED)) {
    const { repository, commit, isDirty } = JSON.parse(await readFile(PACKED, 'utf8')) as WorkingCopy;
    return { repository, commit, isDirty };
  }
  const [address, commit, changes] = await Promise.all([
    git('config', '--get', 'remote.origin.url'),
    git('rev-parse', 'HEAD'),
    git('status', '--porcelain', '--untracked-files=no'),
  ]);
  return { repository: address && withoutUser(address), commit, isDirty: changes === null ? null : changes !== '' };
}

interface BuildFacts {
  readonly message: string | undefined;
  /** A CycloneDX bill of materials, as `npm sbom --sbom-format cyclonedx` writes it. */
  readonly sbom: string | undefined;
  /** Version of the kit that built it. */
  readonly kit: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: Date;
}

/** Origin of the build in this folder, as far as it is known. */
export async function provenanceHere({ message, sbom, kit, env, now }: BuildFacts): Promise<Provenance> {
  const folder = process.cwd();
  const copy = workingCopies.get(folder) ?? readWorkingCopy();
  workingCopies.set(folder, copy);
  return {
    ...(await copy),
    at: now.toISOString(),
    builder: builderOf(env),
    versions: { node: process.versions.node, ...(kit !== undefined && { kit }) },
    sbom:
      sbom === undefined
        ? null
        : createHash('sha256')
            .update(await readFile(sbom))
            .digest('hex'),
    message: message ?? null,
  };
}
