import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import {
  defaultClientConditions,
  defaultServerConditions,
  normalizePath,
  runnerImport,
  type Plugin,
  type UserConfig,
  type ViteDevServer,
} from 'vite';
import type { RemoteContract } from '@site/contracts';
import { librariesOfTheSite, LIBRARIES_OF_THE_SITE } from './libraries.ts';
import { SINGLETONS } from './singletons.ts';

const require = createRequire(import.meta.url);

/** Libraries that the shell's development build provides to modules from here; see apps/shell/src/development/local-runtime.ts. */
const LIBRARIES = [...SINGLETONS, 'react/jsx-runtime', 'react/jsx-dev-runtime', 'react-dom/client'];
/** Not bundled: those above come from the shell, and the site's other libraries are many small files, of which a page uses few. */
const NOT_BUNDLED = [...LIBRARIES, ...LIBRARIES_OF_THE_SITE.map((name) => `@site/${name}`)];
const CONTRACT = 'remote.contract.ts';
const VIRTUAL = '\0site-library:';
const FOLDER = '/@site/';
/** The loader's second address of a release: browsers remember a failed module under its first address. */
const SECOND_FOLDER = '/@site~1/';

async function exportedNames(server: ViteDevServer, name: string): Promise<string[]> {
  const library: object = name.startsWith('@site/') ? await server.ssrLoadModule(name) : (require(name) as object);
  return Object.keys(library).filter((key) => key !== 'default' && key !== '__esModule');
}

/** Read again for each request. */
async function contractAtThisMoment(folder: string): Promise<string> {
  const { module } = await runnerImport<{ default: RemoteContract }>(join(folder, CONTRACT));
  return JSON.stringify(module.default);
}

/** A remote's modules as they are written, inside the built shell of a site: same libraries, same loader. */
function insideTheShell(folder: string): Plugin {
  let server: ViteDevServer;
  const contract = normalizePath(join(folder, CONTRACT));
  const texts: Readonly<Record<string, string>> = {
    'routes.js': `export { routes } from '/src/routes.ts';`,
    'preamble.js': react.preambleCode.replace('__BASE__', '/'),
  };
  return {
    name: 'site:inside-the-shell',
    apply: 'serve',
    enforce: 'pre',
    config: () => ({ optimizeDeps: { exclude: NOT_BUNDLED, entries: ['src/routes.ts'] } }),
    configResolved({ configFileDependencies }) {
      // Of the settings only the cache's name and the warm-up come from the contract, and neither has to change while the server runs.
      // Vite would restart, and a page that loads meanwhile would be refused.
      const at = configFileDependencies.indexOf(contract);
      if (at >= 0) configFileDependencies.splice(at, 1);
    },
    hotUpdate({ file }) {
      // The pages and cards of the site: the open page reads them when it starts.
      if (file === contract && this.environment.name === 'client') this.environment.hot.send({ type: 'full-reload' });
    },
    configureServer(started) {
      server = started;
      server.middlewares.use((request, response, next) => {
        // Vite itself serves the files of the remote's folder.
        if (request.url?.startsWith(`${FOLDER}stills/`)) request.url = request.url.slice(FOLDER.length - 1);
        if (request.url !== `${FOLDER}remote.json`) {
          next();
          return;
        }
        response.setHeader('Content-Type', 'application/json');
        response.setHeader('Cache-Control', 'no-store');
        contractAtThisMoment(folder).then((text) => response.end(text), next);
      });
    },
    resolveId(source) {
      // On the server they are the real modules, whose exports are listed.
      if (this.environment.name !== 'client') return undefined;
      if (LIBRARIES.includes(source)) return VIRTUAL + source;
      return source.startsWith(FOLDER) || source.startsWith(SECOND_FOLDER) ? source : undefined;
    },
    async load(id) {
      if (id.startsWith(FOLDER) || id.startsWith(SECOND_FOLDER)) return texts[id.slice(id.indexOf('/', 1) + 1)];
      if (!id.startsWith(VIRTUAL)) return undefined;
      const name = id.slice(VIRTUAL.length);
      const names = await exportedNames(server, name);
      return [
        `const library = globalThis.__SITE_LIBRARIES__?.[${JSON.stringify(name)}];`,
        `if (!library) throw new Error('${name} comes from the shell: open the page in the site, via the link that npm run dev printed');`,
        'export default library.default ?? library;',
        ...names.map((key) => `export const ${key} = library[${JSON.stringify(key)}];`),
      ].join('\n');
    },
  };
}

/** Where the packages of a remote are installed: in the workspace, or in a repository of its own beside its sources. */
const homeOf = (folder: string): string => (existsSync(join(folder, '../../nx.json')) ? join(folder, '../..') : folder);

/** Vite configuration of a remote's development server. */
export function remoteDevConfig(contract: RemoteContract, folder: string): UserConfig {
  const home = homeOf(folder);
  return {
    root: folder,
    publicDir: false,
    cacheDir: join(home, 'node_modules/.vite', contract.name),
    appType: 'custom',
    resolve: { conditions: ['@site/source', ...defaultClientConditions] },
    ssr: { noExternal: [/^@site\//], resolve: { conditions: ['@site/source', ...defaultServerConditions] } },
    worker: { format: 'es' },
    plugins: [react(), insideTheShell(folder), librariesOfTheSite()],
    server: {
      host: 'localhost',
      port: 5173,
      // The remote, what it shares, and the packages where they are installed. Not the workspace: its var/ holds secrets.
      fs: {
        allow: [
          folder,
          ...['libs', 'node_modules'].map((name) => join(home, name)),
          join(require.resolve('vite/package.json'), '../..'),
        ],
      },
      // The page has another origin, and loads only resources that opt in.
      headers: { 'Cross-Origin-Resource-Policy': 'cross-origin' },
      warmup: { clientFiles: ['./src/routes.ts', ...contract.routes.flatMap(({ page }) => page ?? [])] },
    },
  };
}
