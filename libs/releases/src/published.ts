import type { KeyObject } from 'node:crypto';
import type { Registry } from '@site/contracts';
import { isVouchedFor } from './authority/vouch.ts';
import { readPast } from './history.ts';

const nameOf = (app: string, { release, manifestIntegrity }: { release: string; manifestIntegrity: string }): string =>
  `${app} ${release} ${manifestIntegrity}`;

/** `<app> <release> <integrity>` of each release that a registry names. */
export const namesIn = ({ apps }: Registry): string[] =>
  Object.entries(apps).flatMap(([app, { stable, previous, canary }]) =>
    [stable, previous, canary].flatMap((pointer) => (pointer ? [nameOf(app, pointer)] : [])),
  );

/**
 * `<app> <release> <integrity>` of each release that was ever published: named by a registry that the owner or the server has signed,
 * and currently vouched for. When a key is removed, the files that nobody else vouches for are no longer included.
 */
export async function readPublished(root: string, pinned: KeyObject): Promise<Set<string>> {
  const published = new Set<string>();
  const refused = new Set<string>();
  for (const past of await readPast(root, pinned)) {
    for (const name of namesIn(past)) {
      if (published.has(name) || (refused.has(name) && !past.isOwners)) continue;
      const [app = '', release = '', manifestIntegrity = ''] = name.split(' ');
      const counts = past.isOwners || (await isVouchedFor(root, pinned, app, { release, manifestIntegrity }));
      (counts ? published : refused).add(name);
    }
  }
  return published;
}
