import type { RemoteRelease, ShellRelease } from '@site/contracts';
import type { BuildOutput } from '../build-output.ts';
import { integrityOf } from '../integrity.ts';
import { generateSigningKey, parseSigningKey, parseVerifyingKey } from '../signing.ts';

const keyText = generateSigningKey();
export const testKeys = { signing: parseSigningKey(keyText), verifying: parseVerifyingKey(keyText) };

function files(text: string) {
  const content = Buffer.from(text);
  return {
    list: [{ path: 'remoteEntry.js', content, integrity: integrityOf(content) }],
    described: { 'remoteEntry.js': { bytes: content.length, compressedBytes: content.length, integrity: integrityOf(content) } },
  };
}

/** The smallest remote: one script, one page. `hash` makes its name. */
export function aRemoteBuild({
  text = 'export {}',
  hash = 'a',
  path = '/projects/eggs',
  retired = [] as string[],
} = {}): BuildOutput {
  const { list, described } = files(text);
  const route = {
    path,
    title: 'T',
    heading: 'H',
    description: 'D',
    headerLinks: 'black',
    layout: 'framed',
    indexable: true,
    moves: false,
  } as const;
  const manifest: RemoteRelease = {
    schema: 1,
    kind: 'remote',
    app: 'eggs',
    release: `0.1.0-${hash.repeat(12)}`,
    files: described,
    entry: 'remoteEntry.js',
    container: 'eggs',
    shared: { scripts: ['remoteEntry.js'], styles: [] },
    pages: { [path]: { scripts: [], styles: [] } },
    contract: {
      name: 'eggs',
      hostApi: '^1.0.0',
      singletons: { react: '^19.0.0' },
      routes: [{ ...route, page: 'src/eggs.page.tsx' }],
      cards: [],
      retired,
      endpoints: [],
      sizeBudget: { pageScriptKilobytes: 90 },
    },
  };
  return { manifest, files: list, privateFiles: { 'private.json': '{"drafts":[]}' } };
}

export function aShellBuild(react: string, paths = ['/']): BuildOutput {
  const server = 'export {}';
  const manifest: ShellRelease = {
    schema: 1,
    kind: 'shell',
    app: 'shell',
    release: `0.1.0-${integrityOf(react + paths.join())
      .replace(/[^0-9a-f]/g, '')
      .padEnd(12, '0')
      .slice(0, 12)}`,
    files: {},
    entry: { scripts: [], styles: [] },
    federation: { scripts: [], styles: [] },
    serverModule: 'server/entry-server.mjs',
    serverIntegrity: integrityOf(server),
    provides: { react, '@site/host': '1.0.0' },
    paths,
    fonts: [],
  };
  return { manifest, files: [], privateFiles: { 'server/entry-server.mjs': server } };
}
