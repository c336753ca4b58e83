import { existsSync } from 'node:fs';
import { registryEntry, retiredEntry, type Registry, type RegistryApp, type ReleasePointer } from '@site/contracts';
import { ReleaseError } from './errors.ts';
import { RETIRED_LIFE_MS } from './collect-garbage.ts';
import { lastStateOf, pointerOf, readHistory } from './history.ts';
import { releasePaths } from './paths.ts';
import { refusals, withoutIncompatiblePrevious } from './publish.ts';
import { damagedFiles, readRelease } from './read-release.ts';
import { updateRegistry, updateSite, type RegistryKeys } from './registry-store.ts';

export const refuse = (message: string): never => {
  throw new ReleaseError('RELEASE_REFUSED', message);
};

export function entryOf(apps: Registry['apps'], app: string): RegistryApp {
  const names = Object.keys(apps).join(', ');
  return registryEntry(apps, app) ?? refuse(`"${app}" has no release; the released apps are ${names}`);
}

/** The app's entry once `target` is live again. @throws ReleaseError if it is damaged, killed or incompatible with the rest of the site */
async function stateWith(
  root: string,
  app: string,
  target: ReleasePointer,
  before: ReleasePointer | null,
  apps: Registry['apps'],
): Promise<RegistryApp> {
  const manifest = await readRelease(root, app, target);
  const lost = await damagedFiles(releasePaths.release(root, app, target.release), manifest);
  if (lost.length > 0) refuse(`${app} ${target.release} is damaged (${lost.join(', ')}); release it again from its build`);
  const reasons = await refusals(root, manifest, apps, 'again');
  if (reasons.length > 0) refuse(`${app} ${target.release}: ${reasons.join('; ')}`);
  return {
    ...entryOf(apps, app),
    kind: manifest.kind,
    stable: target,
    previous: before,
    contract: manifest.kind === 'remote' ? manifest.contract : null,
  };
}

/** A past release, and the one to fall back to when it is live again: its previous release at that time, unless killed since. */
async function pastRelease(root: string, app: string, release: string, apps: Registry['apps'], keys: RegistryKeys) {
  const lastState = (of: string): Promise<RegistryApp | undefined> => lastStateOf(readHistory(root, keys.verifying), app, of);
  const { killed } = entryOf(apps, app);
  const state = await lastState(release);
  let previous = state?.previous ?? null;
  // A killed one is replaced with its own previous release.
  while (previous && killed.includes(previous.release)) previous = (await lastState(previous.release))?.previous ?? null;
  return { pointer: state?.stable, previous };
}

export interface RetireResult {
  readonly serial: number;
  /** The last live release. */
  readonly release: string;
  /** ISO time until which its files are kept. */
  readonly until: string;
}

export interface SwitchResult {
  readonly serial: number;
  readonly from: string;
  /** The live release now. */
  readonly to: string;
  /** True: `from` was a canary, never live for all visitors. */
  readonly isCanary?: boolean;
  /** True: the remote was retired, so none of its releases was live. */
  readonly wasRetired?: boolean;
}

/** The state of an app on which a decision was based. */
export interface SeenState {
  /** The live release; null: the remote was retired. */
  readonly stable: string | null;
  readonly canary: string | null;
}

/** @throws ReleaseError RELEASE_REFUSED if the app is in another state by now: the decision does not apply to it */
export function requireSeen(apps: Registry['apps'], app: string, seen: SeenState | undefined): void {
  if (!seen) return;
  const entry = registryEntry(apps, app);
  const [stable, canary] = [entry?.stable.release ?? null, entry?.canary?.release ?? null];
  if (stable === seen.stable && canary === seen.canary) return;
  const tried = canary === null ? 'without a canary' : `with the canary ${canary}`;
  refuse(
    `${app} was changed in the meantime: ${stable === null ? 'nothing' : stable} is live, ${tried}; look at it, and decide again`,
  );
}

/** The entry of a retired remote when it is restored. @param apps with the last state of the remote */
async function restored(
  root: string,
  app: string,
  to: string | undefined,
  apps: Registry['apps'],
  keys: RegistryKeys,
): Promise<RegistryApp> {
  const { stable, previous } = entryOf(apps, app);
  const release = to ?? stable.release;
  if (!existsSync(releasePaths.release(root, app, release)))
    return refuse(`${app} ${release} is no longer in this store; release it again`);
  if (release === stable.release) return stateWith(root, app, stable, previous, apps);
  const { pointer, previous: before } = await pastRelease(root, app, release, apps, keys);
  if (!pointer) return refuse(`${app} ${release} was never live; \`site log ${app}\` lists what was`);
  return stateWith(root, app, pointer, before, apps);
}

/**
 * Retires a remote: its pages respond with 410 or redirect as its contract says, and its cards are gone. `site rollback` restores it as
 * long as its files are kept.
 * @throws ReleaseError RELEASE_REFUSED for the shell, and for an app that is not live
 */
export async function retire(root: string, app: string, keys: RegistryKeys, now: Date): Promise<RetireResult> {
  let last = '';
  const registry = await updateSite(root, keys, now, ({ apps, retired }) => {
    if (Object.hasOwn(retired, app)) return refuse(`${app} is already retired; \`site rollback ${app}\` brings it back`);
    const gone = entryOf(apps, app);
    const others = Object.fromEntries(Object.entries(apps).filter(([name]) => name !== app));
    if (gone.kind === 'shell') return refuse('the shell cannot be retired: every page needs it');
    last = gone.stable.release;
    return { apps: others, retired: { ...retired, [app]: { at: now.toISOString(), last: { ...gone, canary: null } } } };
  });
  const until = new Date(now.getTime() + RETIRED_LIFE_MS).toISOString();
  return { serial: registry.serial, release: last, until };
}

/**
 * Makes an earlier release live again; without `to` it undoes the last step: the canary if there is one, otherwise the live release.
 * Nothing is built or copied, because the next registry points to existing files.
 * @param seen nothing is undone unless the app is still in this state
 * @throws ReleaseError RELEASE_REFUSED if there is none, or it may not be live
 */
export async function rollback(
  root: string,
  app: string,
  to: string | undefined,
  keys: RegistryKeys,
  now: Date,
  seen?: SeenState,
): Promise<SwitchResult> {
  let from = '';
  let kind: Pick<SwitchResult, 'isCanary' | 'wasRetired'> = {};
  const registry = await updateRegistry(root, keys, now, async (apps, _serial, current) => {
    requireSeen(apps, app, seen);
    const retired = retiredEntry(current, app);
    if (retired && !registryEntry(apps, app)) {
      kind = { wasRetired: true };
      return { ...apps, [app]: await restored(root, app, to, { ...apps, [app]: retired.last }, keys) };
    }
    const entry = entryOf(apps, app);
    if (to === undefined && entry.canary) {
      from = entry.canary.release;
      kind = { isCanary: true };
      return { ...apps, [app]: { ...entry, canary: null } };
    }
    from = entry.stable.release;
    const release = to ?? entry.previous?.release;
    if (release === undefined) return refuse(`${app} ${from} has no release before it`);
    if (release === from) return refuse(`${app} ${from} is already live`);
    const { pointer: known, previous } = await pastRelease(root, app, release, apps, keys);
    // The live registry vouches for it even if the registry of that time is lost.
    const pointer = known ?? (entry.previous?.release === release ? entry.previous : undefined);
    if (!pointer) return refuse(`${app} ${release} was never live; \`site log ${app}\` lists what was`);
    const state = await stateWith(root, app, pointer, previous, apps);
    // A release that is live for all visitors is no longer a canary.
    const next = { ...apps, [app]: { ...state, canary: state.canary?.release === release ? null : state.canary } };
    return app === 'shell' ? withoutIncompatiblePrevious(root, next, await readRelease(root, app, pointer)) : next;
  });
  const result = { serial: registry.serial, from, to: entryOf(registry.apps, app).stable.release };
  return { ...result, ...kind };
}

/**
 * Bars a release permanently: it is neither live nor the one to fall back to, and cannot be published again. A live one is
 * replaced with the previous release.
 * @throws ReleaseError RELEASE_REFUSED if a live one has no previous release
 */
export async function kill(root: string, app: string, release: string, keys: RegistryKeys, now: Date): Promise<SwitchResult> {
  let from = '';
  const registry = await updateRegistry(root, keys, now, async (apps) => {
    const entry = entryOf(apps, app);
    from = entry.stable.release;
    if (entry.killed.includes(release)) return apps;
    const canary = entry.canary?.release === release ? null : entry.canary;
    const marked = { ...apps, [app]: { ...entry, canary, killed: [...entry.killed, release] } };
    if (entry.stable.release === release) {
      if (!entry.previous) return refuse(`${app} ${release} is live and has no release before it; release a repaired one first`);
      const { previous } = await pastRelease(root, app, entry.previous.release, marked, keys);
      const next = { ...marked, [app]: await stateWith(root, app, entry.previous, previous, marked) };
      return app === 'shell' ? withoutIncompatiblePrevious(root, next, await readRelease(root, app, entry.previous)) : next;
    }
    const isKnown =
      entry.previous?.release === release || (await pointerOf(readHistory(root, keys.verifying), app, release)) !== undefined;
    if (!isKnown) return refuse(`${app} ${release} was never live; \`site log ${app}\` lists what was`);
    if (entry.previous?.release !== release) return marked;
    const { previous } = await pastRelease(root, app, entry.stable.release, marked, keys);
    return { ...marked, [app]: { ...entry, canary, previous, killed: [...entry.killed, release] } };
  });
  return { serial: registry.serial, from, to: entryOf(registry.apps, app).stable.release };
}
