import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { federation } from '@module-federation/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, type Plugin, type UserConfig, type UserConfigFnObject } from 'vite';
import type { RemoteContract } from '../../libs/contracts/src/index.ts';
import { BUILD_TARGETS } from '../browsers.mjs';
import { smallContainer } from './remote-container.ts';
import { remoteDevConfig } from './remote-dev.ts';
import { SINGLETONS } from './singletons.ts';

const require = createRequire(import.meta.url);
const versionOf = (name: string): string => (require(`${name}/package.json`) as { version: string }).version;

const containerName = (remote: string): string => remote.replaceAll('-', '_');

/**
 * Writes what the release step needs beside the build, and refuses a contract that names a page which
 * `src/routes.ts` does not load lazily: such a page could not be preloaded.
 */
function contractPlugin(contract: RemoteContract, folder: string): Plugin {
  return {
    name: 'site:contract',
    apply: 'build',
    generateBundle() {
      const routes = this.getModuleInfo(`${folder}/src/routes.ts`);
      const lazyPages = new Set(routes?.dynamicallyImportedIds ?? []);
      for (const route of contract.routes) {
        if (route.page !== null && !lazyPages.has(`${folder}/${route.page}`)) {
          this.error(`remote.contract.ts: ${route.path} names ${route.page}, which src/routes.ts does not import lazily`);
        }
      }
      const source = JSON.stringify({ container: containerName(contract.name), contract }, null, 2);
      this.emitFile({ type: 'asset', fileName: 'remote.json', source });
    },
  };
}

const GRAPH = '\0site:graph-read';
const QUIET_MILLISECONDS = 150;
const QUIET_TIMES = 4;

/**
 * Keeps the federation plugin from concluding too early. It reads which names of a shared library are used, and takes the graph of
 * modules for complete when none is under way for 10 ms; on a busy machine that happens in the middle, and names that are used later
 * are then not exported (MISSING_EXPORT). One empty module stays under way until nothing was read for a while.
 */
function wholeGraph(folder: string): Plugin {
  let activity = 0;
  return {
    name: 'site:whole-graph',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === GRAPH ? { id: GRAPH, moduleSideEffects: false } : undefined),
    transform: (code, id) => (id === `${folder}/src/routes.ts` ? `${code}\nimport ${JSON.stringify(GRAPH)};` : undefined),
    async load(id) {
      activity += 1;
      if (id !== GRAPH) return undefined;
      for (let quiet = 0; quiet < QUIET_TIMES;) {
        const before = activity;
        await setTimeout(QUIET_MILLISECONDS);
        quiet = activity === before ? quiet + 1 : 0;
      }
      return 'export {};';
    },
    moduleParsed: () => void (activity += 1),
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
        // Seconds. After ten, which a busy machine needs, it would go on with the names found so far.
        moduleParseTimeout: 600,
        experiments: { externalRuntime: true },
      }),
      wholeGraph(folder),
      contractPlugin(contract, folder),
      smallContainer(contract.name, SINGLETONS),
    ],
    build: {
      target: BUILD_TARGETS,
      manifest: true,
      sourcemap: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: `${folder}/src/routes.ts`,
        output: {
          codeSplitting: {
            groups: [
              { name: 'mf', test: /node_modules\/@module-federation/, priority: 6 },
              { name: 'app', test: /apps\/[^/]+\/src\/routes|\/libs\//, priority: 5 },
            ],
          },
        },
      },
    },
  };
}
