import type { RemoteRelease, ShellRelease } from '@site/contracts';
import type { Provenance } from '../authority/tuf-metadata.ts';
import type { BuildOutput } from '../build-output.ts';
import { integrityOf } from '../integrity.ts';
import { generateSigningKey, parseSigningKey, parseVerifyingKey } from '../signing.ts';

/** The key that signs the registries of tests, as in the environment. */
export const testKeyText = generateSigningKey();
export const testKeys = { signing: parseSigningKey(testKeyText), verifying: parseVerifyingKey(testKeyText) };

/** What a statement says about the origin of a test's build. */
export const PROVENANCE: Provenance = {
  repository: null,
  commit: null,
  isDirty: null,
  at: '2026-11-20T10:00:00.000Z',
  builder: 'a test',
  versions: {},
  sbom: null,
  message: null,
};

/** The manifest of the smallest remote: one page. `hash` determines its name. */
export function aRemoteRelease({
  app = 'eggs',
  hash = 'a',
  path = '/projects/eggs',
  retired = [] as string[],
  hostApi = '^1.0.0',
  budget = 90,
  files = {} as RemoteRelease['files'],
  pageScripts = [] as string[],
} = {}): RemoteRelease {
  const route = {
    path,
    title: 'T',
    heading: 'H',
    description: 'D',
    headerLinks: 'black',
    layout: 'framed',
    indexable: true,
    moves: false,
    page: 'src/eggs.page.tsx',
  } as const;
  return {
    schema: 1,
    kind: 'remote',
    app,
    release: `0.1.0-${hash.repeat(12)}`,
    files,
    entry: 'remoteEntry.js',
    container: app.replaceAll('-', '_'),
    shared: { scripts: ['remoteEntry.js'], styles: [] },
    pages: { [path]: { scripts: pageScripts, styles: [] } },
    contract: {
      name: app,
      hostApi,
      singletons: { react: '^19.0.0' },
      routes: [route],
      cards: [],
      retired,
      endpoints: [],
      sizeBudget: { pageScriptKilobytes: budget },
    },
  };
}

/** The smallest remote, as built: one script. */
export function aRemoteBuild({
  text = 'export {}',
  ...more
}: { text?: string; hash?: string; path?: string; retired?: string[] } = {}): BuildOutput {
  const content = Buffer.from(text);
  const integrity = integrityOf(content);
  const described = { bytes: content.length, compressedBytes: content.length, integrity };
  return {
    manifest: aRemoteRelease({ ...more, files: { 'remoteEntry.js': described } }),
    files: [{ path: 'remoteEntry.js', content, integrity }],
    privateFiles: { 'private.json': '{"drafts":[]}' },
  };
}

const SERVER = 'export {}';

export function aShellRelease(provides: ShellRelease['provides'], paths: readonly string[] = ['/']): ShellRelease {
  const hash = integrityOf(JSON.stringify(provides) + paths.join()).replace(/[^0-9a-f]/g, '');
  return {
    schema: 1,
    kind: 'shell',
    app: 'shell',
    release: `0.1.0-${hash.padEnd(12, '0').slice(0, 12)}`,
    files: {},
    entry: { scripts: [], styles: [] },
    federation: { scripts: [], styles: [] },
    serverModule: 'server/entry-server.mjs',
    serverIntegrity: integrityOf(SERVER),
    provides,
    paths: [...paths],
    fonts: [],
  };
}

export const aShellBuild = (react: string, paths?: readonly string[]): BuildOutput => ({
  manifest: aShellRelease({ react, '@site/host': '1.0.0' }, paths),
  files: [],
  privateFiles: { 'server/entry-server.mjs': SERVER },
});
