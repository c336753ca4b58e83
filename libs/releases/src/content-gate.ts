import type { BuildOutput } from './build-output.ts';
import { refusalsOfScript } from './script-gate.ts';
import { refusalsOfStyle } from './style-gate.ts';

/** What a remote may serve: nothing that a browser would open as a page of this site. */
const KINDS = /\.(?:js|css|json|svg|png|jpe?g|webp|avif|gif|woff2|mp3|ogg|wav|mp4|webm|wasm|glsl|txt|csv)$/;
const MAX_BYTES = 20_000_000;

/** Active content in a picture: opened by its own address it would run as this site. */
const ACTIVE_SVG = /<script|\son[a-z]+\s*=|<foreignObject|href\s*=\s*["']\s*javascript:/i;

/**
 * Reasons why the files of a remote may not go live, whatever else is live. What cannot be read is refused.
 * @returns empty when nothing speaks against it; a shell is not judged, it is what the others are judged by
 */
export function refusalsOfContent({ manifest, files }: Pick<BuildOutput, 'manifest' | 'files'>): string[] {
  if (manifest.kind !== 'remote') return [];
  const found: string[] = [];
  const surroundings = { files: new Set(files.map(({ path }) => path)), endpoints: manifest.contract.endpoints };
  let bytes = 0;
  for (const { path, content } of files) {
    bytes += content.length;
    const text = (): string => content.toString('utf8');
    if (!/^[\w./~-]+$/.test(path)) found.push(`${path} has a name that does not fit an address`);
    if (!KINDS.test(path)) found.push(`${path} is of a kind that a remote may not serve`);
    else if (path.endsWith('.js')) found.push(...refusalsOfScript(path, text(), surroundings));
    else if (path.endsWith('.css')) found.push(...refusalsOfStyle(path, text()));
    else if (path.endsWith('.svg') && ACTIVE_SVG.test(text())) found.push(`${path} contains a script; a picture must be still`);
  }
  if (bytes > MAX_BYTES) found.push(`the release has ${(bytes / 1e6).toFixed(1)} MB; at most ${MAX_BYTES / 1e6} may be released`);
  for (const file of [
    manifest.entry,
    ...manifest.shared.scripts,
    ...Object.values(manifest.pages).flatMap((page) => page.scripts),
  ])
    if (!surroundings.files.has(file)) found.push(`${file} is needed by a page and not in the release; build it anew`);
  return found;
}
