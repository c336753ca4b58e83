import type { KeyObject } from 'node:crypto';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { registryEntry, type Registry } from '@site/contracts';
import { authorityOf } from '../authority/authority.ts';
import { hexOfIntegrity, readStatement, signerOf } from '../authority/statement.ts';
import type { BuildOutput } from '../build-output.ts';
import { compressFile, type CollectedFile } from '../collect-files.ts';
import { ReleaseError } from '../errors.ts';
import { integrityOf } from '../integrity.ts';
import { releasePaths } from '../paths.ts';
import { readRelease } from '../read-release.ts';
import { refuse } from '../switch-release.ts';
import { readAnnounced, requireModest, type Announced } from './announced.ts';

const decompress = promisify(brotliDecompress);

const MAX_REMOTE_BYTES = 20_000_000;
/** The shell includes a build for development. Only the owner releases it. */
const MAX_SHELL_BYTES = 100_000_000;
/** Drafts of a remote, the server module of a shell. */
const MAX_PRIVATE_BYTES = 10_000_000;
const MAX_PENDING = 5;
/** An uncommitted upload is deleted after this time. */
const PENDING_LIFE_MS = 86_400_000;
/** Compressors differ a little from version to version; an invented size differs by more. */
const isHonest = (claimed: number, found: number): boolean => found <= claimed * 1.05 + 64;

/** Files that teams upload, until their release is complete. Each is stored under the hash of its content, which is verified. */
export class UploadArea {
  constructor(
    private readonly root: string,
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
    requireModest(announced, Math.min(siteLimit, signer.team?.limits.maxBytes ?? siteLimit));
    if (readStatement(statement).manifestIntegrity !== integrityOf(manifestText)) refuse('the statement is about another build');
    const entry = registryEntry(apps, app);
    for (const pointer of [entry?.stable, entry?.previous, entry?.canary])
      if (pointer?.release === release && pointer.manifestIntegrity !== integrityOf(manifestText))
        refuse(`${app} ${release} is released already, with another description; change the build or its version`);
    await this.makeRoom(app, release);
    const folder = this.folder(app, release);
    await mkdir(folder, { recursive: true });
    await this.write(join(folder, 'statement.json'), statement);
    await this.write(join(folder, 'release.json'), manifestText);
    return { release, missing: await this.missing(announced, await this.known(app, apps)) };
  }

  /** @returns the maximum size of a file of an upload. @throws ReleaseError UPLOAD_MISSING for a file that no manifest has announced */
  async maxBytes(app: string, release: string, content: string): Promise<number> {
    const { manifest, privateFiles } = await this.announced(app, release);
    const file = Object.values(manifest.files).find(({ integrity }) => hexOfIntegrity(integrity) === content);
    if (file) return file.bytes;
    if (Object.values(privateFiles).some((integrity) => hexOfIntegrity(integrity) === content)) return MAX_PRIVATE_BYTES;
    throw new ReleaseError('UPLOAD_MISSING', `${app} ${release} has no file of this content`);
  }

  /**
   * Keeps a file.
   * @param content sha384 of the file, in hex
   * @throws ReleaseError RELEASE_REFUSED if the bytes have a different hash
   */
  async put(app: string, release: string, content: string, bytes: Buffer, isBrotli: boolean): Promise<void> {
    const maxBytes = await this.maxBytes(app, release, content);
    const plain = isBrotli
      ? await decompress(bytes, { maxOutputLength: Math.max(1, maxBytes) }).catch(() =>
          refuse(`the file is not what it was announced as: it is no brotli of ${maxBytes} bytes`),
        )
      : bytes;
    if (hexOfIntegrity(integrityOf(plain)) !== content) refuse('the file is not the content that its name says');
    const path = join(this.folder(app, release), content);
    if (isBrotli) await this.write(`${path}.br`, bytes);
    await this.write(path, plain);
  }

  /** Reads an upload as a build. @throws ReleaseError UPLOAD_MISSING; UPLOAD_INCOMPLETE; RELEASE_REFUSED */
  async build(app: string, release: string, apps: Registry['apps']): Promise<BuildOutput> {
    const announced = await this.announced(app, release);
    const known = await this.known(app, apps);
    const missing = await this.missing(announced, known);
    if (missing.length > 0)
      throw new ReleaseError('UPLOAD_INCOMPLETE', `${missing.length} files of ${app} ${release} are not here yet; send it again`);
    const read = async (path: string, integrity: string): Promise<CollectedFile> => {
      const staged = join(this.folder(app, release), hexOfIntegrity(integrity));
      const source = (await exists(staged)) ? staged : (known.get(hexOfIntegrity(integrity)) ?? staged);
      // A second commit of the same upload may have removed it meanwhile.
      const content = await readFile(source).catch(() => {
        throw new ReleaseError('UPLOAD_MISSING', `no upload of ${app} ${release} is here any more`);
      });
      if (integrityOf(content) !== integrity) return refuse(`${path} is not the file that was announced`);
      const [brotli, gzip] = await Promise.all(
        [`${source}.br`, `${source}.gz`].map((form) => readFile(form).catch(() => undefined)),
      );
      return compressFile(path, content, { ...(brotli && { brotli }), ...(gzip && { gzip }) });
    };
    const { manifest, manifestText, statement, privateFiles } = announced;
    const files: CollectedFile[] = [];
    for (const [path, { bytes, compressedBytes, integrity }] of Object.entries(manifest.files)) {
      const file = await read(path, integrity);
      if (file.content.length !== bytes || !isHonest(compressedBytes, file.brotli?.length ?? bytes))
        refuse(`${path} is larger than release.json says`);
      files.push(file);
    }
    const texts: Record<string, string> = {};
    for (const [path, integrity] of Object.entries(privateFiles))
      texts[path] = (await read(path, integrity)).content.toString('utf8');
    return { manifest, files, privateFiles: texts, manifestText, statement };
  }

  /** Forgets an upload whose release is in place. */
  async remove(app: string, release: string): Promise<void> {
    await rm(this.folder(app, release), { recursive: true, force: true });
  }

  private folder(app: string, release: string): string {
    return join(releasePaths.uploads(this.root, app), release);
  }

  private async announced(app: string, release: string): Promise<Announced> {
    const folder = this.folder(app, release);
    const texts = await Promise.all(['release.json', 'statement.json'].map((name) => readFile(join(folder, name), 'utf8'))).catch(
      () => null,
    );
    if (!texts) throw new ReleaseError('UPLOAD_MISSING', `no upload of ${app} ${release} has begun`);
    const [manifestText = '', statement = ''] = texts;
    return readAnnounced(app, manifestText, statement);
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
    }
    return known;
  }

  private async missing({ manifest, privateFiles }: Announced, known: ReadonlyMap<string, string>): Promise<string[]> {
    const wanted = new Set(
      [...Object.values(manifest.files).map(({ integrity }) => integrity), ...Object.values(privateFiles)].map(hexOfIntegrity),
    );
    const folder = this.folder(manifest.app, manifest.release);
    const found = await Promise.all(
      [...wanted].map(async (content) => {
        const path = known.get(content);
        // A file of a live release may be missing or changed; sending it again repairs it.
        return (await exists(join(folder, content))) || (path !== undefined && (await isContent(path, content))) ? [] : [content];
      }),
    );
    return found.flat();
  }

  /** Complete or not at all: an aborted request must leave nothing that looks like a file. */
  private async write(path: string, content: Buffer | string): Promise<void> {
    const temporary = `${path}.${randomUUID()}.tmp`;
    try {
      await writeFile(temporary, content, { flag: 'wx' });
      await rename(temporary, path);
    } catch (cause) {
      await rm(temporary, { force: true });
      throw cause;
    }
  }

  /** Deletes old uploads, so that a key that starts one after another does not fill the disk. */
  private async makeRoom(app: string, release: string): Promise<void> {
    const parent = releasePaths.uploads(this.root, app);
    await mkdir(parent, { recursive: true });
    const pending: { name: string; at: number }[] = [];
    for (const name of await readdir(parent)) {
      const found = name === release ? null : await stat(join(parent, name)).catch(() => null);
      if (found) pending.push({ name, at: found.mtimeMs });
    }
    pending.sort((a, b) => b.at - a.at);
    for (const [index, { name, at }] of pending.entries())
      if (index >= MAX_PENDING - 1 || this.now().getTime() - at > PENDING_LIFE_MS)
        await rm(join(parent, name), { recursive: true, force: true });
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

const isContent = (path: string, content: string): Promise<boolean> =>
  readFile(path).then(
    (found) => hexOfIntegrity(integrityOf(found)) === content,
    () => false,
  );
