import { mkdir, readdir, readFile } from 'node:fs/promises';
import type { KeyObject } from 'node:crypto';
import { parseRegistry, parseSignedRegistry, type Registry } from '@site/contracts';
import { writeDurably } from './durable-file.ts';
import { ReleaseError } from './errors.ts';
import { withLock } from './lock.ts';
import { releasePaths } from './paths.ts';
import { isSignedBy, signText } from './signing.ts';

function parseSigned(text: string, source: string, verifyingKey: KeyObject): Registry {
  try {
    const signed = parseSignedRegistry(JSON.parse(text), source);
    if (!isSignedBy(signed.registry, signed.signature, verifyingKey))
      throw new Error(`${source}: the signature is not by our key`);
    return parseRegistry(JSON.parse(signed.registry), source);
  } catch (cause) {
    throw new ReleaseError('REGISTRY_UNTRUSTED', `the registry is refused: ${(cause as Error).message}`);
  }
}

/**
 * Reads the live registry.
 * @throws ReleaseError REGISTRY_MISSING when nothing was released yet, REGISTRY_UNTRUSTED when it is not signed by the key
 */
export async function readRegistry(root: string, verifyingKey: KeyObject): Promise<Registry> {
  const path = releasePaths.registryCurrent(root);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    throw new ReleaseError('REGISTRY_MISSING', `nothing is released in ${root} yet; run \`npx site release shell\``);
  }
  return parseSigned(text, path, verifyingKey);
}

/** Reads one registry of the past. @throws ReleaseError REGISTRY_UNTRUSTED; Error when there is no such file */
export async function readSerial(root: string, serial: number, verifyingKey: KeyObject): Promise<Registry> {
  const path = releasePaths.registrySerial(root, serial);
  return parseSigned(await readFile(path, 'utf8'), path, verifyingKey);
}

async function newestSerial(root: string): Promise<number> {
  const names = await readdir(releasePaths.registryFolder(root));
  return Math.max(0, ...names.map((name) => Number(/^(\d+)\.json$/.exec(name)?.[1] ?? 0)));
}

/**
 * Writes the next registry: the serial's own file first, which is never changed again, then `current`. A crash
 * between the two leaves the older registry live and skips a number. A `change` that returns the apps it was
 * given writes nothing.
 * @param change is told the serial that the next registry will have
 */
export async function updateRegistry(
  root: string,
  keys: { readonly signing: KeyObject; readonly verifying: KeyObject },
  now: Date,
  change: (apps: Registry['apps'], serial: number) => Registry['apps'] | Promise<Registry['apps']>,
): Promise<Registry> {
  await mkdir(releasePaths.registryFolder(root), { recursive: true });
  return withLock(releasePaths.registryLock(root), async ({ assertHeld }) => {
    const current = await readRegistry(root, keys.verifying).catch((cause: unknown) => {
      if (cause instanceof ReleaseError && cause.code === 'REGISTRY_MISSING') return undefined;
      throw cause;
    });
    // A store whose older files are gone goes on counting: a serial that comes twice would be refused as an old one.
    const serial = Math.max(await newestSerial(root), current?.serial ?? 0) + 1;
    const apps = await change(current?.apps ?? {}, serial);
    if (current && apps === current.apps) return current;
    const next: Registry = { schema: 1, serial, issuedAt: now.toISOString(), apps };
    const registry = JSON.stringify(next);
    const document = JSON.stringify({ registry, signature: signText(registry, keys.signing) });
    await assertHeld();
    await writeDurably(releasePaths.registrySerial(root, next.serial), document);
    await assertHeld();
    await writeDurably(releasePaths.registryCurrent(root), document);
    return next;
  });
}
