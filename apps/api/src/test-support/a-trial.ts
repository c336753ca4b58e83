import type { RemoteRelease } from '@site/contracts';
import { integrityOf, parseSigningKey, parseVerifyingKey, publish, readRegistry, startCanary } from '@site/releases';
import { trialOf, type Trial } from './a-release-folder.ts';

export const EGGS_STABLE = '1.0.0-aaaaaaaaaaaa';
export const EGGS_CANARY = '1.0.0-bbbbbbbbbbbb';

/** Its title names its release. */
const DRAFT = { list: 'drafts', order: 1, description: 'Not yet.', tags: [], date: 'Nov 20 2026', link: '/projects/eggs' };

/** The remote eggs: one page, or more. */
function aRemote(release: string, paths = ['/projects/eggs']) {
  const script = `export const release = '${release}';`;
  const manifest: RemoteRelease = {
    schema: 1,
    kind: 'remote',
    app: 'eggs',
    release,
    files: { 'remoteEntry.js': { bytes: script.length, compressedBytes: script.length, integrity: integrityOf(script) } },
    entry: 'remoteEntry.js',
    container: 'eggs',
    shared: { scripts: ['remoteEntry.js'], styles: [] },
    pages: Object.fromEntries(paths.map((path) => [path, { scripts: [], styles: [] }])),
    contract: {
      name: 'eggs',
      hostApi: '^1.0.0',
      singletons: {},
      routes: paths.map((path) => ({
        path,
        title: 'Eggs',
        heading: 'EGGS',
        description: 'What eggs cost.',
        headerLinks: 'black' as const,
        layout: path.startsWith('/embed/') ? ('bare' as const) : ('framed' as const),
        indexable: true,
        moves: false,
        page: 'src/eggs.page.tsx',
      })),
      cards: [],
      endpoints: [],
      sizeBudget: { pageScriptKilobytes: 90 },
    },
  };
  const content = Buffer.from(script);
  const files = [{ path: 'remoteEntry.js', content, integrity: integrityOf(content) }];
  return { manifest, files, privateFiles: { 'private.json': JSON.stringify({ drafts: [{ ...DRAFT, title: release }] }) } };
}

const keysOf = (signingKey: string) => ({ signing: parseSigningKey(signingKey), verifying: parseVerifyingKey(signingKey) });

/** Makes a release of eggs live. */
export async function publishEggs(root: string, signingKey: string, release: string, paths?: string[]): Promise<void> {
  await publish(root, aRemote(release, paths), keysOf(signingKey), new Date('2026-11-20T00:00:00.000Z'));
}

/** Adds a remote to the existing shell, with one live release and another as a canary for 5% of the visitors. */
export async function aTrial(root: string, signingKey: string): Promise<Trial> {
  const keys = keysOf(signingKey);
  const now = new Date('2026-11-20T00:00:00.000Z');
  await publish(root, aRemote(EGGS_STABLE), keys, now);
  const { serial } = await startCanary(root, aRemote(EGGS_CANARY), { share: 0.05, maxErrorRate: 0.02 }, keys, now);
  return trialOf(await readRegistry(root, keys.verifying), 'eggs', serial);
}
