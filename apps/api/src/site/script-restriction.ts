import { SERVICE_WORKER } from '@site/contracts';

/**
 * What stops a script without a hash. The import map gives every script of a page's release set its hash, and every supported engine refuses
 * a script whose bytes differ from it. These headers also stop scripts outside the map.
 *
 * - `policy`: `Integrity-Policy`, for which a hash in the import map counts as integrity metadata.
 * - `folders`: a second content security policy that lists the set's folders; the import map lists all scripts in them. Workers start from
 *   copies that the shell has verified (`apps/shell/src/host/start-worker.ts`), except for the service worker.
 *
 * WebKit up to at least 2.50 (Safari 26) checks import map hashes but does not count them for `Integrity-Policy`: with it, no imported
 * module loads. See decision 0060.
 */
export type ScriptRestriction = 'policy' | 'folders';

/** Browsers on iOS have different names (CriOS, FxiOS, EdgiOS) because they are WebKit. */
const COUNTS_IMPORT_MAP = /(?:Chrome|Firefox)\/\d/;

/**
 * The restriction to use for a browser. Unless it is an engine known to count the import map, it gets `folders`, which works in
 * all of them.
 */
export const scriptRestrictionFor = (userAgent: string | undefined): ScriptRestriction =>
  COUNTS_IMPORT_MAP.test(userAgent ?? '') ? 'policy' : 'folders';

/** The folders that hold these scripts, none inside another. @param urls absolute paths */
export function foldersOf(urls: readonly string[]): string[] {
  const folders = [...new Set(urls.map((url) => url.slice(0, url.lastIndexOf('/') + 1)))].toSorted();
  return folders.filter((folder) => !folders.some((other) => other !== folder && folder.startsWith(other)));
}

type Headers = Readonly<Record<string, string>>;

/**
 * Headers of a page for each kind of restriction.
 * @param headers the page's other headers, with its content security policy
 * @param inline CSP sources of the document's inline scripts
 * @param scripts absolute paths of the scripts that the import map lists
 */
export function withScriptRestriction(
  headers: Headers,
  inline: string,
  scripts: readonly string[],
): Record<ScriptRestriction, Headers> {
  // Any host: the first policy already limits scripts to this site, under whatever name it was opened. `http:` covers `https:` too;
  // WebKit ignores a source that has a wildcard host and no scheme.
  const folders = foldersOf(scripts).map((folder) => `http://*:*${folder}`);
  const sources = [inline, ...folders].join(' ');
  return {
    policy: { ...headers, 'Integrity-Policy': 'blocked-destinations=(script)' },
    // Two policies in one header: a script must be allowed by both.
    folders: {
      ...headers,
      'Content-Security-Policy': `${headers['Content-Security-Policy']}, script-src ${sources}; worker-src blob: http://*:*${SERVICE_WORKER}`,
    },
  };
}
