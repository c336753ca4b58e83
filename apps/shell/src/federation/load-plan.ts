import type { BootRemote, BootRoute } from '@site/contracts';
import { sourcesOf, type BrokenReleases, type RemoteSource } from './remote-source.ts';

/** One release at one of its two addresses. */
export interface Attempt {
  readonly source: RemoteSource;
  readonly base: string;
}

/** Attempts in order; the first is the requested release. */
export type Plan = readonly [Attempt, ...Attempt[]];

/** The same files under another URL: browsers remember forever that a module URL failed to evaluate. */
export const secondAddress = (base: string) => base.replace(/(~1)?\/$/, (_end, marked?: string) => (marked ? '/' : '~1/'));

export const isSecondAddress = (base: string) => base.endsWith('~1/');

/** Releases that failed in this visit come last. */
export function inOrder(
  remote: BootRemote,
  route: BootRoute,
  broken: BrokenReleases,
): readonly [RemoteSource, ...RemoteSource[]] {
  const sources = sourcesOf(remote, route);
  const [first = sources[0], ...rest] = [
    ...sources.filter((source) => !broken.has(source)),
    ...sources.filter((source) => broken.has(source)),
  ];
  return [first, ...rest];
}

/**
 * Both addresses of the first release, then one address of each other release.
 * @param firstAddress the address that responded last, if any
 */
export function planOf(
  [wanted, ...others]: readonly [RemoteSource, ...RemoteSource[]],
  firstAddress: (source: RemoteSource) => string,
): Plan {
  const base = firstAddress(wanted);
  return [
    { source: wanted, base },
    { source: wanted, base: secondAddress(base) },
    ...others.map((source) => ({ source, base: firstAddress(source) })),
  ];
}
