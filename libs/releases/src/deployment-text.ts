import type { Provenance } from './authority/tuf-metadata.ts';
import type { Deployment } from './deployments.ts';

/** A fraction such as 0.05 as "5%". */
export const percent = (fraction: number): string => `${Number((fraction * 100).toFixed(2))}%`;

/** What changed, on one line. */
export function describeChange({ from, to, share }: Pick<Deployment, 'from' | 'to' | 'share'>): string {
  if (share === undefined) return to === null ? `${from} retired` : `${from ?? '(none)'} -> ${to}`;
  return to === null ? `canary ${from} rolled back` : `canary ${to} for ${percent(share)}`;
}

/** The commit of a build. */
export const describeCommit = ({ commit, isDirty }: Pick<Provenance, 'commit' | 'isDirty'>): string =>
  commit === null ? 'no commit' : `commit ${commit.slice(0, 12)}${isDirty ? ' with changes' : ''}`;

/** Where the release comes from, who changed it, and why. */
export function describeWho({ by, origin }: Deployment): string {
  const source = origin ? `  from ${describeCommit(origin)}, ${origin.builder}` : '';
  if (!by) return source;
  return `${source}  by ${by.name} (${by.keyid.slice(0, 12)})${by.message === null ? '' : `: ${by.message}`}`;
}
