import semver from 'semver';
import type { Registry, RemoteRelease, ShellRelease } from '@site/contracts';

/** Compressed script, in bytes, that opening one page of a remote costs beyond the shell. */
export function pageScriptBytes(release: RemoteRelease, path: string): number {
  const scripts = [...release.shared.scripts, ...(release.pages[path]?.scripts ?? [])];
  return scripts.reduce((sum, file) => sum + (release.files[file]?.compressedBytes ?? 0), 0);
}

/** Reasons why a remote may not go live beside the rest of the site; empty when it may. */
export function refusalsOfRemote(candidate: RemoteRelease, apps: Registry['apps'], shell: ShellRelease | undefined): string[] {
  const refusals: string[] = [];
  const { contract } = candidate;
  for (const route of contract.routes) {
    if (shell?.paths.includes(route.path)) refusals.push(`${route.path} is a page of the shell; choose another path`);
    for (const [name, other] of Object.entries(apps)) {
      if (name !== candidate.app && other.contract?.routes.some((taken) => taken.path === route.path)) {
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
