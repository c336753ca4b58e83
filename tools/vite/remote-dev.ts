import { createRequire } from 'node:module';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import {
  defaultClientConditions,
  defaultServerConditions,
  runnerImport,
  type Plugin,
  type UserConfig,
  type ViteDevServer,
} from 'vite';
import type { RemoteContract } from '../../libs/contracts/src/index.ts';
import { SINGLETONS } from './singletons.ts';

const require = createRequire(import.meta.url);

/** What the shell's build for development lends to modules from here; see apps/shell/src/development/local-runtime.ts. */
const LIBRARIES = [...SINGLETONS, 'react/jsx-runtime', 'react/jsx-dev-runtime', 'react-dom/client'];
const VIRTUAL = '\0site-library:';
const FOLDER = '/@site/';
/** The loader's second address of a release: a module that failed once is kept as failed under its first. */
const SECOND_FOLDER = '/@site~1/';

async function exportedNames(server: ViteDevServer, name: string): Promise<string[]> {
  const library: object = name.startsWith('@site/') ? await server.ssrLoadModule(name) : (require(name) as object);
  return Object.keys(library).filter((key) => key !== 'default' && key !== '__esModule');
}

/** Read anew for each question: what is written while the server starts anew, it does not hear of. */
async function contractAtThisMoment(folder: string): Promise<string> {
  const { module } = await runnerImport<{ default: RemoteContract }>(join(folder, 'remote.contract.ts'));
  return JSON.stringify(module.default);
}

/** A remote's modules as they are written, inside the built shell of a site that runs elsewhere: same libraries, same loader. */
function insideTheShell(folder: string): Plugin {
  let server: ViteDevServer;
  const texts: Readonly<Record<string, string>> = {
    'routes.js': `export { routes } from '/src/routes.ts';`,
    'preamble.js': react.preambleCode.replace('__BASE__', '/'),
  };
  return {
    name: 'site:inside-the-shell',
    apply: 'serve',
    enforce: 'pre',
    config: () => ({ optimizeDeps: { exclude: LIBRARIES, entries: ['src/routes.ts'] } }),
    configureServer(started) {
      server = started;
      server.middlewares.use((request, response, next) => {
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
      // On the server's side they are what they are: there their exports are counted.
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
        `if (!library) throw new Error('${name} comes from the shell: open the page through the site, by the link that npm run dev printed');`,
        'export default library.default ?? library;',
        ...names.map((key) => `export const ${key} = library[${JSON.stringify(key)}];`),
      ].join('\n');
    },
  };
}

/** Vite configuration of a remote's development server. */
export function remoteDevConfig(contract: RemoteContract, folder: string): UserConfig {
  return {
    root: folder,
    publicDir: false,
    cacheDir: join(folder, '../../node_modules/.vite', contract.name),
    appType: 'custom',
    resolve: { conditions: ['@site/source', ...defaultClientConditions] },
    ssr: { noExternal: [/^@site\//], resolve: { conditions: ['@site/source', ...defaultServerConditions] } },
    worker: { format: 'es' },
    plugins: [react(), insideTheShell(folder)],
    server: {
      host: 'localhost',
      port: 5173,
      // The remote, what it shares, and the packages where they are installed. Not the workspace: its var/ holds secrets.
      fs: {
        allow: [
          folder,
          ...['libs', 'node_modules'].map((name) => join(folder, '../..', name)),
          join(require.resolve('vite/package.json'), '../..'),
        ],
      },
      // The page is of another origin, which lets nothing in that does not say so.
      headers: { 'Cross-Origin-Resource-Policy': 'cross-origin' },
      warmup: { clientFiles: ['./src/routes.ts', ...contract.routes.flatMap(({ page }) => page ?? [])] },
    },
  };
}
