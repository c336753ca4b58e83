import { createPrivateKey, sign } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Registry, RemoteRelease } from '@site/contracts';
import { integrityOf, parseVerifyingKey, readRegistry, releasePaths } from '@site/releases';

export const EGGS_STABLE = '1.0.0-aaaaaaaaaaaa';
export const EGGS_TRIED = '1.0.0-bbbbbbbbbbbb';
/** Registry that begins the trial. */
const SERIAL = 2;

async function aRemote(root: string, release: string) {
  const script = `export const release = '${release}';`;
  const path = '/projects/eggs';
  const manifest: RemoteRelease = {
    schema: 1,
    kind: 'remote',
    app: 'eggs',
    release,
    files: { 'remoteEntry.js': { bytes: script.length, compressedBytes: script.length, integrity: integrityOf(script) } },
    entry: 'remoteEntry.js',
    container: 'eggs',
    shared: { scripts: ['remoteEntry.js'], styles: [] },
    pages: { [path]: { scripts: [], styles: [] } },
    contract: {
      name: 'eggs',
      hostApi: '^1.0.0',
      singletons: {},
      routes: [
        {
          path,
          title: 'Eggs',
          heading: 'EGGS',
          description: 'What eggs cost.',
          headerLinks: 'black',
          layout: 'framed',
          indexable: true,
          moves: false,
          page: 'src/eggs.page.tsx',
        },
      ],
      cards: [],
      endpoints: [],
      sizeBudget: { pageScriptKilobytes: 90 },
    },
  };
  const text = JSON.stringify(manifest);
  const folder = releasePaths.release(root, 'eggs', release);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'remoteEntry.js'), script);
  await writeFile(releasePaths.manifest(root, 'eggs', release), text);
  return { contract: manifest.contract, pointer: { release, manifestIntegrity: integrityOf(text) } };
}

/** Puts a remote beside the shell that is there, live in one release and tried by the buckets 1,500 to 1,999 in another. */
export async function aTrial(root: string, signingKey: string): Promise<void> {
  const before = await readRegistry(root, parseVerifyingKey(signingKey));
  const [stable, tried] = [await aRemote(root, EGGS_STABLE), await aRemote(root, EGGS_TRIED)];
  const registry: Registry = {
    ...before,
    serial: SERIAL,
    apps: {
      ...before.apps,
      eggs: {
        kind: 'remote',
        stable: stable.pointer,
        previous: null,
        contract: stable.contract,
        killed: [],
        canary: { ...tried.pointer, since: SERIAL, buckets: [[1_500, 2_000]], maxErrorRate: 0.02, contract: tried.contract },
      },
    },
  };
  const text = JSON.stringify(registry);
  const key = createPrivateKey({ key: Buffer.from(signingKey, 'base64'), format: 'der', type: 'pkcs8' });
  const signature = sign(null, Buffer.from(text), key).toString('base64');
  await writeFile(releasePaths.registryCurrent(root), JSON.stringify({ registry: text, signature }));
}
