import { createRequire } from 'node:module';
import { federation } from '@module-federation/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, type Plugin, type UserConfig } from 'vite';
import type { RemoteContract } from '../../libs/contracts/src/index.ts';

const require = createRequire(import.meta.url);
const versionOf = (name: string): string => (require(`${name}/package.json`) as { version: string }).version;

/** Libraries that the shell alone provides; remotes are built without a copy of them. */
const SINGLETONS = ['react', 'react-dom', '@site/router', '@site/query', '@site/host'];

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

/** Vite configuration of a remote: a federation container whose singletons come from the shell. */
export function remoteConfig(contract: RemoteContract, folder: string): UserConfig {
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
        experiments: { externalRuntime: true },
      }),
      contractPlugin(contract, folder),
    ],
    build: {
      target: 'es2022',
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
