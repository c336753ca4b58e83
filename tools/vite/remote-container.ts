import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}
type Manifest = Record<string, Chunk>;

const ENTRY = 'remoteEntry.js';
const ROUTES = 'src/routes.ts';

/** Everything that a chunk may request. */
function reachable(manifest: Manifest, from: string, found = new Set<string>()): Set<string> {
  if (found.has(from)) return found;
  found.add(from);
  const { imports = [], dynamicImports = [] } = manifest[from] ?? {};
  for (const key of [...imports, ...dynamicImports]) reachable(manifest, key, found);
  return found;
}

const containerText = (name: string, libraries: readonly string[], routes: string, started: string): string => `\
// The plugin's modules wait until federation has started; here the libraries are in place before any of them runs.
globalThis['${started}'] ??= { initPromise: Promise.resolve() };
const cache = (globalThis.__mf_module_cache__ ??= { share: {}, remote: {} });
let ready;
async function take(scope, name) {
  if (cache.share['default:' + name] !== undefined) return;
  const [provided] = Object.values(scope[name] ?? {});
  if (!provided) throw new Error('${name} needs ' + name + ', which the shell does not provide');
  const factory = provided.lib ?? (await provided.get());
  cache.share['default:' + name] = cache.share[name] = factory();
}
export const init = (scope) => (ready ??= Promise.all(${JSON.stringify(libraries)}.map((name) => take(scope, name))));
export async function get(name) {
  if (name !== './routes') throw new Error('${name} exposes ./routes, not ' + name);
  await ready;
  const routes = await import('./${routes}');
  return () => routes;
}
`;

/**
 * Replaces a remote's container. The federation plugin's own is 6.3 kB compressed, plus 4.5 kB in four more chunks, which negotiate
 * versions, support other kinds of hosts and can start their own: here the host is always this shell, which provides one version
 * of each library, and the gate rejects a remote that requires another. What stays is the protocol, `init` and `get`,
 * and the cache of shared libraries that the plugin's modules read (pinned: a bump must pass tests/contract).
 */
export function smallContainer(name: string, libraries: readonly string[]): Plugin {
  return {
    name: 'site:small-container',
    apply: 'build',
    enforce: 'post',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir = '' }) {
        const path = join(dir, '.vite/manifest.json');
        const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
        const [entryKey] = Object.entries(manifest).find(([, { file }]) => file === ENTRY) ?? [];
        const routes = manifest[ROUTES];
        if (!entryKey || !routes) this.error(`the build has no ${entryKey ? ROUTES : ENTRY}; the federation plugin has changed`);
        const needed = reachable(manifest, ROUTES);
        const kept: Manifest = {};
        const remove = (file: string): void => [file, `${file}.map`].forEach((each) => rmSync(join(dir, each), { force: true }));
        for (const [key, chunk] of Object.entries(manifest)) {
          // The plugin's own modules, and those that only they import.
          const isItsOwn = key.startsWith('virtual:mf') || reachable(manifest, entryKey).has(key);
          const isGlue = isItsOwn && key !== entryKey && !needed.has(key);
          if (isGlue) remove(chunk.file);
          else kept[key] = key === entryKey ? { file: ENTRY, dynamicImports: [ROUTES] } : chunk;
        }
        const [started] = /__mf_init__[^`'"]+/.exec(readFileSync(join(dir, ENTRY), 'utf8')) ?? [];
        if (!started) this.error("the federation plugin's container starts differently than before");
        // With its source map, which is that of the plugin's container.
        remove(ENTRY);
        writeFileSync(join(dir, ENTRY), containerText(name, libraries, routes.file, started));
        writeFileSync(path, JSON.stringify(kept, null, 2));
      },
    },
  };
}
