import type { Preload } from '@site/contracts';

/** One chunk in Vite's `.vite/manifest.json`. */
interface ManifestChunk {
  readonly file: string;
  readonly src?: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

export type ViteManifest = Readonly<Record<string, ManifestChunk>>;

function chunkOf(manifest: ViteManifest, key: string): ManifestChunk {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`the build's manifest has no chunk ${key}`);
  return chunk;
}

/** Files that a browser fetches to evaluate the given chunks: the chunks and their static imports. */
export function staticClosure(manifest: ViteManifest, keys: readonly string[]): Preload {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (key: string): void => {
    const chunk = chunkOf(manifest, key);
    if (scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const key of keys) visit(key);
  return { scripts: [...scripts], styles: [...styles] };
}

/** What `wanted` needs in addition to `known`. */
export function beyond(wanted: Preload, known: Preload): Preload {
  return {
    scripts: wanted.scripts.filter((file) => !known.scripts.includes(file)),
    styles: wanted.styles.filter((file) => !known.styles.includes(file)),
  };
}

/**
 * Files that every page of a remote needs: the container and its imports up to the list of routes. The pages themselves, which the
 * routes module imports dynamically, are not included.
 */
export function containerClosure(manifest: ViteManifest, entryFile: string, routesKey: string): Preload {
  const entry = Object.entries(manifest).find(([, chunk]) => chunk.file === entryFile);
  if (!entry) throw new Error(`the build's manifest has no ${entryFile}`);
  const [entryKey, entryChunk] = entry;
  return staticClosure(manifest, [entryKey, ...new Set([...(entryChunk.dynamicImports ?? []), routesKey])]);
}
