import { stillFiles } from '@site/contracts';
import type { BuildOutput } from './build-output.ts';
import type { CollectedFile } from './collect-files.ts';
import { refusalsOfSharedData } from './gate.ts';
import { refusalsOfScript } from './script-gate.ts';
import { refusalsOfStyle } from './style-gate.ts';

/** What the gate reads of a build. */
export interface JudgedBuild extends Pick<BuildOutput, 'manifest'> {
  readonly files: readonly Pick<CollectedFile, 'path' | 'content'>[];
}

/** `refusalsOfContent`, in this thread or in a worker: a build from elsewhere may be crafted to take too long to check. */
export type JudgeContent = (build: JudgedBuild) => readonly string[] | Promise<readonly string[]>;

/** File types that a remote may serve: none that a browser would open as a page of this site. */
const KINDS = /\.(?:js|css|json|svg|png|jpe?g|webp|avif|gif|woff2|mp3|ogg|wav|mp4|webm|wasm|glsl|txt|csv)$/;
const MAX_BYTES = 20_000_000;
/** Compressed script that a drawing in a card may need in addition to the remote's shared files. */
const MAX_DRAWING_BYTES = 20_000;

/** Active content in a picture: if the picture were opened at its own address, it would run with the site's origin. */
const ACTIVE_SVG = /<script|\son[a-z]+\s*=|<foreignObject|href\s*=\s*["']\s*javascript:/i;

/** Reasons why the stills that a contract names may not go live. */
function refusalsOfStills({ manifest, files }: JudgedBuild): string[] {
  if (manifest.kind !== 'remote') return [];
  const found: string[] = [];
  for (const { path, still } of manifest.contract.routes) {
    for (const { file, width, maxBytes } of still === undefined ? [] : stillFiles(still)) {
      const content = files.find((one) => one.path === file)?.content;
      if (!content) found.push(`${path} names the still ${file}, which is not in the release; npm run stills makes it`);
      else if (content.toString('latin1', 8, 12) !== 'WEBP') found.push(`${file} is not a WebP picture`);
      else if (content.length > maxBytes)
        found.push(
          `${file} is ${(content.length / 1000).toFixed(1)} kB; a still of ${width} px may be at most ${maxBytes / 1000}`,
        );
    }
  }
  return found;
}

/** Reasons why the modules that draw exhibits in cards may not go live: a visitor who only points at a card must not pay for a page. */
function refusalsOfDrawings({ manifest }: Pick<BuildOutput, 'manifest'>): string[] {
  if (manifest.kind !== 'remote') return [];
  const found: string[] = [];
  for (const { path, alive } of manifest.contract.routes) {
    if (alive !== undefined && !manifest.alive?.[path])
      found.push(`${path} names a drawing for its card, but the release does not list the drawing's files; build it again`);
  }
  for (const [path, { scripts, styles }] of Object.entries(manifest.alive ?? {})) {
    const bytes = scripts.reduce((sum, file) => sum + (manifest.files[file]?.compressedBytes ?? 0), 0);
    if (styles.length > 0)
      found.push(`the drawing in the card of ${path} loads the style ${styles[0]}; it may only draw on its canvas`);
    if (bytes > MAX_DRAWING_BYTES)
      found.push(
        `the drawing in the card of ${path} has ${(bytes / 1000).toFixed(1)} kB of script; at most ${MAX_DRAWING_BYTES / 1000}`,
      );
  }
  return found;
}

/** Reads a file, unless its parts are nested too deeply for the parser's stack. */
function reading(path: string, read: () => string[]): string[] {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    return [`${path} is nested too deeply to be checked`];
  }
}

/**
 * Reasons why the files of a remote may not go live, whatever else is live. Unreadable files are refused.
 * @returns empty if there is no objection; a shell is not checked, because remotes are checked against it
 */
export function refusalsOfContent({ manifest, files }: JudgedBuild): string[] {
  if (manifest.kind !== 'remote') return [];
  const found: string[] = [];
  const context = { files: new Set(files.map(({ path }) => path)), endpoints: manifest.contract.endpoints };
  let bytes = 0;
  for (const { path, content } of files) {
    bytes += content.length;
    const text = (): string => content.toString('utf8');
    if (!/^[\w./~-]+$/.test(path)) found.push(`${path} has a name that is not valid in an address`);
    if (!KINDS.test(path)) found.push(`${path} is of a kind that a remote may not serve`);
    else if (path.endsWith('.js')) found.push(...reading(path, () => refusalsOfScript(path, text(), context)));
    else if (path.endsWith('.css')) found.push(...reading(path, () => refusalsOfStyle(path, text())));
    else if (path.endsWith('.svg') && ACTIVE_SVG.test(text())) found.push(`${path} contains a script, which a picture may not`);
  }
  found.push(...refusalsOfStills({ manifest, files }), ...refusalsOfDrawings({ manifest }), ...refusalsOfSharedData(manifest));
  if (bytes > MAX_BYTES)
    found.push(`the release is ${(bytes / 1e6).toFixed(1)} MB; at most ${MAX_BYTES / 1e6} MB may be released`);
  const lists = [manifest.shared, ...Object.values(manifest.pages), ...Object.values(manifest.alive ?? {})];
  const needed = new Set([manifest.entry, ...lists.flatMap(({ scripts, styles }) => [...scripts, ...styles])]);
  for (const file of needed)
    if (!context.files.has(file)) found.push(`${file} is needed by a page but is not in the release; build it again`);
  return found;
}
