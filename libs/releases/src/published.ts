import type { KeyObject } from 'node:crypto';
import type { Registry } from '@site/contracts';
import { keyIdOf } from './authority/tuf-metadata.ts';
import { isVouchedFor } from './authority/vouch.ts';
import { readPast } from './history.ts';

const nameOf = (app: string, { release, manifestIntegrity }: { release: string; manifestIntegrity: string }): string =>
  `${app} ${release} ${manifestIntegrity}`;

/** `<app> <release> <integrity>` of each release that a registry names. */
export const namesIn = ({ apps }: Registry): string[] =>
  Object.entries(apps).flatMap(([app, { stable, previous, canary }]) =>
    [stable, previous, canary].flatMap((pointer) => (pointer ? [nameOf(app, pointer)] : [])),
  );

interface Known {
  /** Greatest serial that was read. */
  serial: number;
  /** Names in the registries up to that one, and whether the owner has signed one that contains the name. */
  readonly names: Map<string, boolean>;
}

/** By store and key: past registries never change, so a server reads each of them once. */
const known = new Map<string, Known>();

/**
 * `<app> <release> <integrity>` of each release that was ever published: named by a registry that the owner or the server has signed,
 * and currently vouched for. When a key is removed, the files that nobody else vouches for are no longer included.
 */
export async function readPublished(root: string, pinned: KeyObject): Promise<Set<string>> {
  const store = `${keyIdOf(pinned)} ${root}`;
  const read = known.get(store) ?? { serial: 0, names: new Map<string, boolean>() };
  let newest = read.serial;
  for await (const past of readPast(root, pinned, { after: read.serial })) {
    newest = Math.max(newest, past.serial);
    for (const name of namesIn(past)) read.names.set(name, past.isOwners || read.names.get(name) === true);
  }
  // Only now: the newest are read first, so if reading fails halfway, the older ones are still unread.
  read.serial = Math.max(read.serial, newest);
  known.set(store, read);
  const published = new Set<string>();
  for (const [name, isOwners] of read.names) {
    const [app = '', release = '', manifestIntegrity = ''] = name.split(' ');
    if (isOwners || (await isVouchedFor(root, pinned, app, { release, manifestIntegrity }))) published.add(name);
  }
  return published;
}
