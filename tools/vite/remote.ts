import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join } from 'node:path';
import { federation } from '@module-federation/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, type Plugin, type UserConfig, type UserConfigFnObject } from 'vite';
import type { RemoteContract } from '@site/contracts';
import { BUILD_TARGETS } from '../browsers.mjs';
import { smallContainer } from './remote-container.ts';
import { KIT_VERSION } from './kit-version.mjs';
import { isSiteLibrary, librariesOfTheSite } from './libraries.ts';
import { remoteDevConfig } from './remote-dev.ts';
import { SINGLETONS } from './singletons.ts';

const require = createRequire(import.meta.url);
const versionOf = (name: string): string => (require(`${name}/package.json`) as { version: string }).version;

const containerName = (remote: string): string => remote.replaceAll('-', '_');

/**
 * Writes what the release step needs next to the build, with the stills that the contract names, and rejects a contract with a module that
 * `src/routes.ts` does not load lazily: such a page could not be preloaded, and such a drawing would be part of every page.
 */
function contractPlugin(contract: RemoteContract, folder: string): Plugin {
  return {
    name: 'site:contract',
    apply: 'build',
    async generateBundle() {
      // Imported by a build only: tools that merely read this configuration may run before the contracts are built.
      const { stillFiles } = await import('@site/contracts');
      const routes = this.getModuleInfo(`${folder}/src/routes.ts`);
      const lazyModules = new Set(routes?.dynamicallyImportedIds ?? []);
      for (const route of contract.routes) {
        for (const named of [route.page, route.alive]) {
          if (named && !lazyModules.has(`${folder}/${named}`))
            this.error(`remote.contract.ts: ${route.path} names ${named}, which src/routes.ts does not import lazily`);
        }
        for (const { file: fileName } of route.still === undefined ? [] : stillFiles(route.still)) {
          const path = join(folder, fileName);
          if (!existsSync(path)) this.error(`remote.contract.ts: ${route.path} names the still ${fileName}, which is missing`);
          this.emitFile({ type: 'asset', fileName, source: readFileSync(path) });
        }
      }
      const source = JSON.stringify({ kit: KIT_VERSION, container: containerName(contract.name), contract }, null, 2);
      this.emitFile({ type: 'asset', fileName: 'remote.json', source });
    },
  };
}

/**
 * If no module is loaded for this long, a file could not be read: the plugin continues with all names of the shared libraries,
 * and the error is reported.
 */
const IDLE_SECONDS = 20;

const GRAPH = '\0site:graph-read';

/**
 * Keeps the federation plugin from concluding too early. It reads which names of a shared library are used, and considers the module
 * graph complete when no module has been pending for 10 ms; between two modules that can happen at any time, and names that are
 * used later are then not exported (MISSING_EXPORT). One empty module stays pending until every imported file has been parsed.
 */
function wholeGraph(folder: string): Plugin {
  const routes = `${folder}/src/routes.ts`;
  const known = new Set<string>();
  const pending = new Set<string>();
  let begin = (): void => undefined;
  let conclude = (): void => undefined;
  let idle: NodeJS.Timeout | undefined;
  // Later than the federation plugin, which has to conclude first.
  const noteActivity = (): void => {
    clearTimeout(idle);
    idle = setTimeout(() => conclude(), IDLE_SECONDS * 1500);
  };
  let concluded = Promise.resolve();
  // Files only: the federation plugin's virtual modules wait for exactly this.
  const expectFiles = (ids: readonly string[]): void => {
    for (const id of ids.filter((one) => isAbsolute(one) && !known.has(one))) {
      known.add(id);
      pending.add(id);
    }
  };
  return {
    name: 'site:whole-graph',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      known.clear();
      pending.clear();
      concluded = new Promise((resolve) => (conclude = resolve));
      expectFiles([routes]);
      noteActivity();
    },
    resolveId: (id) => (id === GRAPH ? { id: GRAPH, moduleSideEffects: false } : undefined),
    async transform(code, id) {
      if (id !== routes) return undefined;
      // Not awaited, because it ends with the graph. The federation plugin only has to see it pending first.
      const begun = new Promise<void>((resolve) => (begin = resolve));
      this.load({ id: GRAPH, moduleSideEffects: false }).catch(() => undefined);
      await begun;
      return `${code}\nimport ${JSON.stringify(GRAPH)};`;
    },
    async load(id) {
      noteActivity();
      if (id !== GRAPH) return undefined;
      begin();
      await concluded;
      return 'export {};';
    },
    moduleParsed({ id, importedIds, dynamicallyImportedIds }) {
      noteActivity();
      expectFiles([...importedIds, ...dynamicallyImportedIds]);
      known.add(id);
      pending.delete(id);
      if (pending.size === 0) conclude();
    },
    buildEnd() {
      clearTimeout(idle);
      conclude();
    },
  };
}

/** Vite configuration of a remote, to build it and to develop it (`npm run dev -- <remote>`). */
export function remoteConfig(contract: RemoteContract, folder: string): UserConfigFnObject {
  return ({ command }) => (command === 'serve' ? remoteDevConfig(contract, folder) : remoteBuildConfig(contract, folder));
}

/** A federation container whose singletons come from the shell. */
function remoteBuildConfig(contract: RemoteContract, folder: string): UserConfig {
  const shared = Object.fromEntries(
    SINGLETONS.map((name) => [
      name,
      { singleton: true, import: false as const, requiredVersion: `^${versionOf(name).split('.')[0]}.0.0` },
    ]),
  );
  return {
    root: folder,
    // Relative, so that the same files work under /r/<remote>/<release>/ and under its retry alias.
    base: './',
    publicDir: false,
    resolve: { conditions: ['@site/source', ...defaultClientConditions] },
    worker: { format: 'es' },
    plugins: [
      react(),
      federation({
        name: containerName(contract.name),
        filename: 'remoteEntry.js',
        dts: false,
        exposes: { './routes': './src/routes.ts' },
        shared,
        disableSnapshot: true,
        moduleParseIdleTimeout: IDLE_SECONDS,
        experiments: { externalRuntime: true },
      }),
      // After the federation plugin, which handles those that the shell provides.
      librariesOfTheSite(),
      wholeGraph(folder),
      contractPlugin(contract, folder),
      smallContainer(contract.name, SINGLETONS),
    ],
    build: {
      target: BUILD_TARGETS,
      manifest: true,
      sourcemap: 'hidden',
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: `${folder}/src/routes.ts`,
        output: {
          codeSplitting: {
            groups: [
              { name: 'mf', test: /node_modules\/@module-federation/, priority: 6 },
              { name: 'app', test: (id: string) => id === `${folder}/src/routes.ts` || isSiteLibrary(id), priority: 5 },
            ],
          },
        },
      },
    },
  };
}
