import { createPrivateKey, sign } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { VISITOR_BUCKETS, type Registry, type ShellRelease } from '@site/contracts';
import { integrityOf, parseSigningKey, parseVerifyingKey, readRegistry, releasePaths, startCanary } from '@site/releases';

export const SHELL_STABLE = '1.0.0-0123456789ab';
const ENTRY = 'export {};';
const SERVER_MODULE = `
export const shellPages = [{ path: '/', title: 'Home', description: 'Home', indexable: true }];
export const structuredData = (path, origin) => ({ '@type': 'WebSite', url: origin + path });
export const siteName = 'Site';
export const connectOrigins = [];
export const socialImage = { file: 'social-image.png', width: 1200, height: 630, alt: 'Circles' };
export const textFiles = { '/resume.json': { type: 'application/json', text: '{}' } };
const isPage = (path, { remotes }) => path === '/' || remotes.some(({ routes }) => routes.some((route) => route.path === path));
export const renderPage = async (path, boot) => ({
  status: isPage(path, boot) ? 200 : 404, title: 'Page', description: 'Page', indexable: path === '/', html: '<h1>' + path + '</h1>',
});
`;

interface ShellOptions {
  /** Pictures in the owner's content, by path. */
  readonly pictures?: Readonly<Record<string, string>>;
  /** A statement that the shell runs before it renders a page. */
  readonly beforeEachPage?: string;
  /** True if it has a development build. */
  readonly development?: boolean;
}

/** The smallest possible shell: one entry script, one page at `/`, and the remotes' pages. */
function aShell(release: string, { pictures = {}, beforeEachPage = '', development = false }: ShellOptions) {
  const serverModule = SERVER_MODULE.replace(
    'async (path, boot) => ({',
    `async (path, boot) => { ${beforeEachPage}; return ({`,
  ).replace(/\}\);\s*$/, '}); };');
  const texts: Readonly<Record<string, string>> = { 'entry.js': ENTRY, ...pictures };
  const manifest: ShellRelease = {
    schema: 1,
    kind: 'shell',
    app: 'shell',
    release,
    files: Object.fromEntries(
      Object.entries(texts).map(([path, text]) => [
        path,
        { bytes: text.length, compressedBytes: text.length, integrity: integrityOf(text) },
      ]),
    ),
    entry: { scripts: ['entry.js'], styles: [] },
    federation: { scripts: [], styles: [] },
    ...(development && { development: { scripts: ['entry.js'], styles: [] } }),
    serverModule: 'server.mjs',
    serverIntegrity: integrityOf(serverModule),
    provides: { '@site/host': '1.0.0' },
    fonts: [],
    paths: ['/'],
  };
  return { manifest, texts, serverModule };
}

export interface Trial {
  /** Serial of the registry that started it. */
  readonly since: number;
  /** Cookie of a visitor who sees it. */
  readonly cookie: string;
  /** Cookie of a visitor who does not. */
  readonly otherCookie: string;
}

export function trialOf({ apps }: Registry, app: string, since: number): Trial {
  const ranges = apps[app]?.canary?.buckets ?? [];
  const buckets = Array.from({ length: VISITOR_BUCKETS }, (_, bucket) => bucket);
  const isIn = (bucket: number) => ranges.some(([from, to]) => bucket >= from && bucket < to);
  return { since, cookie: `set=${buckets.find(isIn)}`, otherCookie: `set=${buckets.find((bucket) => !isIn(bucket))}` };
}

/** Starts a canary of a shell, by default for the largest possible share. */
export async function aCanaryShell(
  root: string,
  signingKey: string,
  release: string,
  options: ShellOptions,
  share = 1,
): Promise<Trial> {
  const { manifest, texts, serverModule } = aShell(release, options);
  const files = Object.entries(texts).map(([path, text]) => ({ path, content: Buffer.from(text), integrity: integrityOf(text) }));
  const build = { manifest, files, privateFiles: { 'server.mjs': serverModule } };
  const keys = { signing: parseSigningKey(signingKey), verifying: parseVerifyingKey(signingKey) };
  const { serial } = await startCanary(root, build, { share, maxErrorRate: 0.02 }, keys, new Date('2026-11-20T00:00:00.000Z'));
  return trialOf(await readRegistry(root, keys.verifying), 'shell', serial);
}

/** Releases the smallest possible shell. */
export async function aReleaseFolder(root: string, signingKey: string, options: ShellOptions = {}): Promise<void> {
  const { manifest, texts, serverModule } = aShell(SHELL_STABLE, options);
  const manifestText = JSON.stringify(manifest);
  const folder = releasePaths.release(root, 'shell', SHELL_STABLE);
  for (const [path, text] of Object.entries({ ...texts, 'server.mjs': serverModule })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await writeFile(releasePaths.manifest(root, 'shell', SHELL_STABLE), manifestText);

  const stable = { release: SHELL_STABLE, manifestIntegrity: integrityOf(manifestText) };
  const registry: Registry = {
    schema: 1,
    serial: 1,
    issuedAt: '2026-11-20T00:00:00.000Z',
    apps: { shell: { kind: 'shell', stable, previous: null, contract: null, killed: [], canary: null } },
  };
  const text = JSON.stringify(registry);
  const key = createPrivateKey({ key: Buffer.from(signingKey, 'base64'), format: 'der', type: 'pkcs8' });
  const signature = sign(null, Buffer.from(text), key).toString('base64');
  await mkdir(releasePaths.registryFolder(root), { recursive: true });
  await writeFile(releasePaths.registryCurrent(root), JSON.stringify({ registry: text, signature }));
}
