import { readFile } from 'node:fs/promises';
import type { NextFunction, Request, Response } from 'express';
import { parseReleaseManifest, type ReleaseManifest } from '@site/contracts';
import { integrityOf, releasePaths } from '@site/releases';
import { sendMissingFile } from '../http/missing-file.ts';
import { responseEncoding } from '../http/response-encoding.ts';
import type { IsPublished } from './published-releases.ts';

/** `/r/<app>/<release>/<file>`; `~1` to `~9` after the release is the loader's second address for the same files. */
const ADDRESS = /^\/r\/([a-z][a-z0-9-]*)\/(\d+\.\d+\.\d+-[0-9a-f]{12})(?:~[1-9])?\/(.+)$/;

const SUFFIXES = { br: '.br', gzip: '.gz' } as const;

type ReadManifest = (app: string, release: string) => Promise<ReleaseManifest>;

interface KnownManifest {
  readonly manifest: ReleaseManifest;
  readonly integrity: string;
}

/**
 * A release never changes, so its manifest is read once. Whether someone vouches for it is checked each time: the owner may have revoked a
 * key.
 */
function manifestReader(root: string, isPublished: IsPublished): ReadManifest {
  const manifests = new Map<string, KnownManifest>();
  const read = async (app: string, release: string): Promise<KnownManifest> => {
    const path = releasePaths.manifest(root, app, release);
    const text = await readFile(path, 'utf8');
    const integrity = integrityOf(text);
    if (!(await isPublished(app, release, integrity))) throw new Error(`${path} is not in a signed registry`);
    return { manifest: parseReleaseManifest(JSON.parse(text), path), integrity };
  };
  return async (app, release) => {
    const name = `${app} ${release}`;
    let known = manifests.get(name);
    if (!known) {
      // Not shared with other requests while it is read: a read that began before the release arrived fails.
      known = await read(app, release);
      manifests.set(name, known);
    }
    const { manifest, integrity } = known;
    if (!(await isPublished(app, release, integrity))) throw new Error(`nobody vouches for ${name} anymore`);
    return manifest;
  };
}

/** A file's name from its address: the owner's pictures may have names with spaces or letters from any alphabet. */
function nameOf(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    // No release lists a file without a name.
    return '';
  }
}

async function sendFile(
  root: string,
  readManifest: ReadManifest,
  follow: () => Promise<void>,
  request: Request,
  response: Response,
  match: RegExpExecArray,
  fail: NextFunction,
): Promise<void> {
  const [, app = '', release = '', address = ''] = match;
  // Only files that the release lists: server modules, draft cards and the manifest itself are not for visitors.
  const manifest = await readManifest(app, release).catch(async () => {
    // Another process may have released it a moment ago.
    await follow();
    return readManifest(app, release).catch(() => undefined);
  });
  const path = nameOf(address);
  const file = manifest && Object.hasOwn(manifest.files, path) ? manifest.files[path] : undefined;
  if (!file) return sendMissingFile(response);
  const compressed = file.compressedBytes < file.bytes;
  const encoding = compressed ? responseEncoding(request) : null;
  response.set({
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    ETag: `"${file.integrity}${encoding ? `-${encoding}` : ''}"`,
    // Opened directly, a picture of this type is a document, which must not be allowed to do anything.
    ...(path.endsWith('.svg') ? { 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" } : {}),
    ...(compressed ? { Vary: 'Accept-Encoding' } : {}),
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  });
  const type = path.slice(path.lastIndexOf('.'));
  const options = {
    root: releasePaths.release(root, app, release),
    cacheControl: false,
    etag: false,
    lastModified: false,
    // Safari plays sound and video only from a server that sends parts of a file.
    acceptRanges: encoding === null,
  };
  const ifMissing = (otherwise: () => void) => (error?: NodeJS.ErrnoException & { readonly statusCode?: number }) => {
    if (!error || response.headersSent) return;
    // The error response must not carry this file's headers.
    for (const name of ['Content-Encoding', 'Content-Type', 'ETag', 'Vary']) response.removeHeader(name);
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') otherwise();
    // `If-Match` named a different version, or `Range` a part that the file does not have.
    else if (error.statusCode === 412 || error.statusCode === 416)
      response.status(error.statusCode).set('Cache-Control', 'no-store').end();
    // Too many open files, or no permission to read: the file may well exist.
    else fail(error);
  };
  const sendPlain = () =>
    response.type(type).sendFile(
      path,
      options,
      ifMissing(() => sendMissingFile(response)),
    );
  // A lost compressed copy costs bytes, not the page.
  if (encoding) response.type(type).sendFile(`${path}${SUFFIXES[encoding]}`, options, ifMissing(sendPlain));
  else sendPlain();
}

/**
 * Serves the release store under `/r/`. A missing file is a 404, never a page.
 * @param follow fetches what other processes have released
 */
export function serveReleaseFiles(root: string, isPublished: IsPublished, follow = (): Promise<void> => Promise.resolve()) {
  const readManifest = manifestReader(root, isPublished);
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!request.path.startsWith('/r/')) return next();
    const match = ADDRESS.exec(request.path);
    if (!match || !['GET', 'HEAD'].includes(request.method)) return sendMissingFile(response);
    sendFile(root, readManifest, follow, request, response, match, next).catch(next);
  };
}
