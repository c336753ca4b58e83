import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { countOf, registryEntry, type Registry, type ReleaseManifest } from '@site/contracts';
import { authorityOf } from '../authority/authority.ts';
import { hexOfIntegrity, readStatement, signerOf } from '../authority/statement.ts';
import { statementTextOf } from '../authority/vouch.ts';
import type { BuildOutput } from '../build-output.ts';
import type { CollectedFile } from '../collect-files.ts';
import { ReleaseError } from '../errors.ts';
import { integrityOf } from '../integrity.ts';
import { releasePaths } from '../paths.ts';
import { readRelease } from '../read-release.ts';
import { requireOwnName } from '../release-name.ts';
import { isMapOf, maxMapBytes } from '../source-maps.ts';
import { refuse } from '../switch-release.ts';
import { readAnnounced, requireWithinLimits, type Announced } from './announced.ts';
import type { UploadFiles } from './upload-files.ts';

const decompress = promisify(brotliDecompress);

const MAX_REMOTE_BYTES = 20_000_000;
/** The shell includes a development build. Only the owner releases it. */
const MAX_SHELL_BYTES = 100_000_000;
/** Drafts of a remote, the server module of a shell. */
const MAX_PRIVATE_BYTES = 10_000_000;
/** All source maps of a release. */
const MAX_MAPS_BYTES = 40_000_000;
const MAX_PENDING = 5;
const READS_AT_ONCE = 8;
/** An uncommitted upload is deleted after this time. */
const PENDING_LIFE_MS = 86_400_000;
/** Compressors differ a little from version to version; an invented size differs by more. */
const isHonest = (claimed: number, found: number): boolean => found <= claimed * 1.05 + 64;

/** Files that teams upload, until their release is complete. Each is stored under the hash of its content, which is verified. */
export class UploadArea {
  constructor(
    private readonly root: string,
    private readonly files: UploadFiles,
    private readonly pinned: KeyObject,
    private readonly now: () => Date,
  ) {}

  /**
   * Starts or continues an upload.
   * @param apps the live apps, whose files need not be sent again
   * @returns the release, and the content (sha384, hex) that is still missing
   * @throws ReleaseError RELEASE_REFUSED before anything is written, KEY_INVALID for a key that may not release the app
   */
  async begin(
    app: string,
    manifestText: string,
    statement: string,
    apps: Registry['apps'],
  ): Promise<{ release: string; missing: string[] }> {
    const announced = readAnnounced(app, manifestText, statement);
    const { release } = announced.manifest;
    const signer = signerOf(authorityOf(this.root, this.pinned), statement, app);
    if (!signer) throw new ReleaseError('KEY_INVALID', `the key that signed the release may not release ${app}; ask the owner`);
    const siteLimit = app === 'shell' ? MAX_SHELL_BYTES : MAX_REMOTE_BYTES;
    requireWithinLimits(announced, Math.min(siteLimit, signer.team?.limits.maxBytes ?? siteLimit));
    const manifestIntegrity = integrityOf(manifestText);
    if (readStatement(statement).manifestIntegrity !== manifestIntegrity) refuse('the statement is for another build');
    await requireOwnName(this.root, this.pinned, app, { release, manifestIntegrity }, apps);
    await this.makeRoom(app, release);
    await this.files.write(app, release, 'statement.json', Buffer.from(statement));
    await this.files.write(app, release, 'release.json', Buffer.from(manifestText));
    const staged = await this.files.names(app, release);
    return { release, missing: await this.missing(announced, staged, await this.known(app, apps)) };
  }

  /** @returns the maximum size of a file of an upload. @throws ReleaseError UPLOAD_MISSING for a file that no manifest has announced */
  async maxBytes(app: string, release: string, content: string): Promise<number> {
    const { manifest, privateFiles } = await this.announced(app, release);
    const file = Object.values(manifest.files).find(({ integrity }) => hexOfIntegrity(integrity) === content);
    if (file) return file.bytes;
    const privates = Object.entries(privateFiles).filter(([, integrity]) => hexOfIntegrity(integrity) === content);
    if (privates.length > 0) return Math.max(...privates.map(([path]) => maxPrivateBytes(path, manifest.files)));
    throw new ReleaseError('UPLOAD_MISSING', `${app} ${release} has no file with this content`);
  }

  /**
   * Stores a file.
   * @param content sha384 of the file, in hex
   * @throws ReleaseError RELEASE_REFUSED if the bytes have a different hash
   */
  async put(app: string, release: string, content: string, bytes: Buffer, isBrotli: boolean): Promise<void> {
    const maxBytes = await this.maxBytes(app, release, content);
    const plain = isBrotli
      ? await decompress(bytes, { maxOutputLength: Math.max(1, maxBytes) }).catch(() =>
          refuse(`the file is not what was announced: it is not ${maxBytes} bytes compressed with Brotli`),
        )
      : bytes;
    if (hexOfIntegrity(integrityOf(plain)) !== content) refuse('the content of the file does not match its name');
    if (isBrotli) await this.files.write(app, release, `${content}.br`, bytes);
    await this.files.write(app, release, content, plain);
  }

  /**
   * Reads an upload as a build. Compresses nothing, because it runs for each check, on threads that visitors need.
   * @throws ReleaseError UPLOAD_MISSING; UPLOAD_INCOMPLETE; RELEASE_REFUSED
   */
  async build(app: string, release: string, apps: Registry['apps']): Promise<BuildOutput> {
    const announced = await this.announced(app, release);
    const known = await this.known(app, apps);
    const staged = await this.files.names(app, release);
    const missing = await this.missing(announced, staged, known);
    if (missing.length > 0) {
      const files = `${countOf(missing.length, 'file')} of ${app} ${release} ${missing.length === 1 ? 'has' : 'have'}`;
      throw new ReleaseError('UPLOAD_INCOMPLETE', `${files} not been uploaded yet; send the release again`);
    }
    const read = async (path: string, integrity: string): Promise<CollectedFile> => {
      const name = hexOfIntegrity(integrity);
      const source = known.get(name);
      const readForm = async (form: string): Promise<Buffer | undefined> => {
        if (staged.has(name)) return staged.has(name + form) ? this.files.read(app, release, name + form) : undefined;
        return source === undefined ? undefined : readFile(source + form).catch(() => undefined);
      };
      const [content, brotli, gzip] = await Promise.all(['', '.br', '.gz'].map(readForm));
      // A second commit of the same upload may have removed it in the meantime.
      if (!content) throw new ReleaseError('UPLOAD_MISSING', `the upload of ${app} ${release} is no longer here`);
      if (integrityOf(content) !== integrity) return refuse(`${path} is not the file that was announced`);
      return { path, content, integrity, ...(brotli && { brotli }), ...(gzip && { gzip }) };
    };
    const { manifest, manifestText, statement, privateFiles } = announced;
    const readListed = async ([path, listed]: [string, ReleaseManifest['files'][string]]): Promise<CollectedFile> => {
      const file = await read(path, listed.integrity);
      if (file.content.length !== listed.bytes || !isHonest(listed.compressedBytes, file.brotli?.length ?? listed.bytes))
        refuse(`${path} does not have the size that release.json states`);
      return file;
    };
    const listed = Object.entries(manifest.files);
    const files: CollectedFile[] = [];
    for (let start = 0; start < listed.length; start += READS_AT_ONCE)
      files.push(...(await Promise.all(listed.slice(start, start + READS_AT_ONCE).map(readListed))));
    const texts: Record<string, string> = {};
    let mapBytes = 0;
    for (const [path, integrity] of Object.entries(privateFiles)) {
      const { content } = await read(path, integrity);
      const maxBytes = maxPrivateBytes(path, manifest.files);
      if (content.length > maxBytes) refuse(`${path} has more than ${maxBytes} bytes`);
      // Many maps may be announced with the same content: each is counted before the next one is read.
      if (isMapOf(path, manifest.files)) mapBytes += content.length;
      if (mapBytes > MAX_MAPS_BYTES) refuse(`the source maps of the release have more than ${MAX_MAPS_BYTES} bytes`);
      texts[path] = content.toString('utf8');
    }
    return { manifest, files, privateFiles: texts, manifestText, statement };
  }

  /** Removes an upload whose release is in place. */
  remove(app: string, release: string): Promise<void> {
    return this.files.remove(app, release);
  }

  private async announced(app: string, release: string): Promise<Announced> {
    const [manifest, statement] = await Promise.all(
      ['release.json', 'statement.json'].map((name) => this.files.read(app, release, name)),
    );
    if (!manifest || !statement) throw new ReleaseError('UPLOAD_MISSING', `no upload of ${app} ${release} has begun`);
    return readAnnounced(app, manifest.toString('utf8'), statement.toString('utf8'));
  }

  /** Paths of the content of an app's live releases. */
  private async known(app: string, apps: Registry['apps']): Promise<ReadonlyMap<string, string>> {
    const entry = registryEntry(apps, app);
    const known = new Map<string, string>();
    for (const pointer of [entry?.previous, entry?.canary, entry?.stable]) {
      const manifest = pointer && (await readRelease(this.root, app, pointer).catch(() => undefined));
      if (!manifest) continue;
      const folder = releasePaths.release(this.root, app, manifest.release);
      for (const [path, { integrity }] of Object.entries(manifest.files))
        known.set(hexOfIntegrity(integrity), join(folder, path));
      for (const [path, integrity] of Object.entries(await privateFilesOf(this.root, app, manifest.release)))
        known.set(hexOfIntegrity(integrity), join(folder, path));
    }
    return known;
  }

  private async missing(
    { manifest, privateFiles }: Announced,
    staged: ReadonlySet<string>,
    known: ReadonlyMap<string, string>,
  ): Promise<string[]> {
    const wanted = new Set(
      [...Object.values(manifest.files).map(({ integrity }) => integrity), ...Object.values(privateFiles)].map(hexOfIntegrity),
    );
    const compressed = new Set(
      Object.values(manifest.files).flatMap((file) =>
        isHonest(file.compressedBytes, file.bytes) ? [] : [hexOfIntegrity(file.integrity)],
      ),
    );
    // A file of a live release, or its compressed form, may be missing or changed; sending it again repairs it.
    const isIntact = async (path: string, content: string): Promise<boolean> =>
      (!compressed.has(content) || existsSync(`${path}.br`)) && isContent(path, content);
    const found = await Promise.all(
      [...wanted].map(async (content) => {
        const path = known.get(content);
        return staged.has(content) || (path !== undefined && (await isIntact(path, content))) ? [] : [content];
      }),
    );
    return found.flat();
  }

  /** Deletes old uploads, so that a client that keeps starting new uploads does not fill the disk. */
  private async makeRoom(app: string, release: string): Promise<void> {
    const others = (await this.files.pending(app)).filter((upload) => upload.release !== release);
    others.sort((one, other) => other.at.getTime() - one.at.getTime());
    for (const [index, { release: old, at }] of others.entries())
      if (index >= MAX_PENDING - 1 || this.now().getTime() - at.getTime() > PENDING_LIFE_MS) await this.files.remove(app, old);
  }
}

const maxPrivateBytes = (path: string, files: ReleaseManifest['files']): number => {
  const script = isMapOf(path, files) ? files[path.slice(0, -'.map'.length)] : undefined;
  return script ? Math.min(MAX_PRIVATE_BYTES, maxMapBytes(script.bytes)) : MAX_PRIVATE_BYTES;
};

/** Integrity values of a stored release's private files by path; none if nobody has stated them. */
async function privateFilesOf(root: string, app: string, release: string): Promise<Readonly<Record<string, string>>> {
  const statement = await statementTextOf(root, app, release);
  try {
    return statement === undefined ? {} : readStatement(statement).privateFiles;
  } catch {
    // An unreadable statement counts as none: its files are sent again.
    return {};
  }
}

const isContent = (path: string, content: string): Promise<boolean> =>
  readFile(path).then(
    (found) => hexOfIntegrity(integrityOf(found)) === content,
    () => false,
  );
