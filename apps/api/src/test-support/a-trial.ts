import type { RemoteRelease } from '@site/contracts';
import { integrityOf, parseSigningKey, parseVerifyingKey, publish, readRegistry, startCanary } from '@site/releases';

export const EGGS_STABLE = '1.0.0-aaaaaaaaaaaa';
export const EGGS_TRIED = '1.0.0-bbbbbbbbbbbb';
function aRemote(release: string) {
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
  const content = Buffer.from(script);
  const files = [{ path: 'remoteEntry.js', content, integrity: integrityOf(content) }];
  return { manifest, files, privateFiles: { 'private.json': '{"drafts":[]}' } };
}

export interface Trial {
  /** Serial of the registry that began it. */
  readonly since: number;
  /** Cookie of a visitor who sees it. */
  readonly cookie: string;
  /** Cookie of a visitor who does not. */
  readonly otherCookie: string;
}

/** Puts a remote beside the shell that is there, live in one release and tried by 5 % of the visitors in another. */
export async function aTrial(root: string, signingKey: string): Promise<Trial> {
  const keys = { signing: parseSigningKey(signingKey), verifying: parseVerifyingKey(signingKey) };
  const now = new Date('2026-11-20T00:00:00.000Z');
  await publish(root, aRemote(EGGS_STABLE), keys, now);
  const { serial } = await startCanary(root, aRemote(EGGS_TRIED), { share: 0.05, maxErrorRate: 0.02 }, keys, now);
  const [from = 0, to = 0] = (await readRegistry(root, keys.verifying)).apps['eggs']?.canary?.buckets[0] ?? [];
  return { since: serial, cookie: `set=${from}`, otherCookie: `set=${to}` };
}
