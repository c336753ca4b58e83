import semver from 'semver';
import { countOf, pathsOverlap, type Registry, type RemoteRelease, type ShellRelease } from '@site/contracts';

/** No page may cost more compressed script than this in addition to the shell: three seconds on a slow mobile connection. */
const MAX_PAGE_SCRIPT_KILOBYTES = 150;

/** Compressed script, in bytes, that opening one page of a remote costs in addition to the shell. */
export function pageScriptBytes(release: RemoteRelease, path: string): number {
  const scripts = [...release.shared.scripts, ...(release.pages[path]?.scripts ?? [])];
  return scripts.reduce((sum, file) => sum + (release.files[file]?.compressedBytes ?? 0), 0);
}

/** Maximum size of the data about a remote in every document and registry. This site's own remotes need at most 15 kB. */
const MAX_SHARED_BYTES = 64_000;
/** Number of addresses under which the import map of every document lists each script. */
const ADDRESSES = 2;

/**
 * Reasons why a remote may not go live because of what it adds to every page of the site: its pages, its cards, and the address
 * and hash of each script.
 */
export function refusalsOfSharedData({ app, release, contract, shared, pages, files }: RemoteRelease): string[] {
  const scripts = Object.entries(files).flatMap(([path, { integrity }]) =>
    path.endsWith('.js') ? [[`/r/${app}/${release}/${path}`, integrity]] : [],
  );
  // As documents contain it: `<` is escaped.
  const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value).replaceAll('<', String.raw`\u003c`));
  const bytes = bytesOf([contract, shared, pages]) + ADDRESSES * bytesOf(scripts);
  if (bytes <= MAX_SHARED_BYTES) return [];
  const parts = Object.entries({ page: contract.routes, card: contract.cards, script: scripts })
    .map(([what, list]) => countOf(list.length, what))
    .join(', ');
  return [
    `it adds ${(bytes / 1000).toFixed(1)} kB to every page of the site (${parts}); at most ${MAX_SHARED_BYTES / 1000}: shorten its contract, or bundle its scripts`,
  ];
}

/** Reasons why a remote may not go live with the rest of the site; empty if it may. */
export function refusalsOfRemote(candidate: RemoteRelease, apps: Registry['apps'], shell: ShellRelease | undefined): string[] {
  const refusals: string[] = [];
  const { contract } = candidate;
  for (const [name, other] of Object.entries(apps)) {
    // The federation runtime identifies containers by name; a container has the name of its app, with underscores.
    if (name !== candidate.app && name.replaceAll('-', '_') === candidate.container)
      refusals.push(`its container is named ${candidate.container}, which is ${name}'s name; name it after the app`);
    const tried = name === candidate.app ? undefined : other.canary?.contract;
    for (const route of contract.routes)
      if (tried?.routes.some((taken) => pathsOverlap(taken.path, route.path)))
        refusals.push(`${route.path} belongs to the canary of ${name}; choose another path`);
  }
  if (contract.sizeBudget.pageScriptKilobytes > MAX_PAGE_SCRIPT_KILOBYTES)
    refusals.push(
      `its budget of ${contract.sizeBudget.pageScriptKilobytes} kB a page is over the site's limit of ${MAX_PAGE_SCRIPT_KILOBYTES}`,
    );
  for (const route of contract.routes) {
    if (shell?.paths.some((path) => pathsOverlap(path, route.path)))
      refusals.push(`${route.path} is a page of the shell; choose another path`);
    for (const [name, other] of Object.entries(apps)) {
      if (name !== candidate.app && other.contract?.routes.some((taken) => pathsOverlap(taken.path, route.path))) {
        refusals.push(`${route.path} belongs to ${name}; choose another path`);
      }
    }
    const kilobytes = pageScriptBytes(candidate, route.path) / 1000;
    if (kilobytes > contract.sizeBudget.pageScriptKilobytes) {
      refusals.push(
        `${route.path} costs ${kilobytes.toFixed(1)} kB of script; the contract allows ${contract.sizeBudget.pageScriptKilobytes}`,
      );
    }
  }
  if (shell?.kits !== undefined && candidate.kit !== undefined && !semver.satisfies(candidate.kit, shell.kits))
    refusals.push(
      `was built with kit ${candidate.kit}; the live shell accepts ${shell.kits}: install a matching kit and build it again`,
    );
  if (shell) {
    const needs = { '@site/host': contract.hostApi, ...contract.singletons };
    for (const [name, range] of Object.entries(needs)) {
      const provided = shell.provides[name];
      if (!provided) refusals.push(`the shell does not provide ${name}`);
      else if (!semver.satisfies(provided, range)) refusals.push(`needs ${name} ${range}; the live shell provides ${provided}`);
    }
  }
  return refusals;
}

/**
 * Reasons why a remote may not replace the live release: visitors have links to that release's pages. Not checked for a rollback, which
 * must always
 * be possible.
 */
export function refusalsToReplace({ contract }: RemoteRelease, before: RemoteRelease['contract'] | null | undefined): string[] {
  const refusals: string[] = [];
  for (const { path } of before?.routes ?? [])
    if (!contract.routes.some((route) => route.path === path) && !contract.retired?.includes(path))
      refusals.push(`${path} was a page until now; keep it, or list it under retired`);
  for (const path of contract.retired ?? [])
    if (contract.routes.some((route) => route.path === path))
      refusals.push(`${path} is listed under retired and is a page; it can be only one of the two`);
  return refusals;
}
