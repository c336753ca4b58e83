import { createPrivateKey, sign } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Registry, ShellRelease } from '@site/contracts';
import { integrityOf, releasePaths } from '@site/releases';

const RELEASE = '1.0.0-0123456789ab';
const ENTRY = 'export {};';
const SERVER_MODULE = `
export const shellPages = [{ path: '/', title: 'Home', description: 'Home', indexable: true }];
export const structuredData = (path, origin) => ({ '@type': 'WebSite', url: origin + path });
export const siteName = 'Site';
export const connectOrigins = [];
export const socialImage = { file: 'social-image.png', width: 1200, height: 630, alt: 'Circles' };
export const textFiles = { '/resume.json': { type: 'application/json', text: '{}' } };
export const renderPage = async (path) => ({
  status: path === '/' ? 200 : 404, title: 'Page', description: 'Page', indexable: path === '/', html: '<h1>' + path + '</h1>',
});
`;

/** Releases the smallest possible shell: one entry script, one page at `/`. */
export async function aReleaseFolder(root: string, signingKey: string): Promise<void> {
  const manifest: ShellRelease = {
    schema: 1,
    kind: 'shell',
    app: 'shell',
    release: RELEASE,
    files: { 'entry.js': { bytes: ENTRY.length, compressedBytes: ENTRY.length, integrity: integrityOf(ENTRY) } },
    entry: { scripts: ['entry.js'], styles: [] },
    federation: { scripts: [], styles: [] },
    serverModule: 'server.mjs',
    serverIntegrity: integrityOf(SERVER_MODULE),
    provides: { '@site/host': '1.0.0' },
    fonts: [],
    paths: ['/'],
  };
  const manifestText = JSON.stringify(manifest);
  const folder = releasePaths.release(root, 'shell', RELEASE);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'entry.js'), ENTRY);
  await writeFile(join(folder, 'server.mjs'), SERVER_MODULE);
  await writeFile(releasePaths.manifest(root, 'shell', RELEASE), manifestText);

  const stable = { release: RELEASE, manifestIntegrity: integrityOf(manifestText) };
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
