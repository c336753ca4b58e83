import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { drawIcon } from './social-image-draw.ts';
import { THEME_COLORS } from './social-image.ts';
import type { SiteContent } from './site-content.ts';

const ICONS = [
  { src: 'icon-192.png', size: 192, purpose: 'any', scale: 1 },
  { src: 'icon-512.png', size: 512, purpose: 'any', scale: 1 },
  { src: 'icon-maskable-512.png', size: 512, purpose: 'maskable', scale: 0.7 },
] as const;

/** How a browser presents the site when it is installed as an app. */
const installManifest = (name: string) => ({
  id: '/',
  start_url: '/',
  scope: '/',
  name,
  display: 'standalone',
  background_color: THEME_COLORS.light,
  theme_color: THEME_COLORS.light,
  icons: ICONS.map(({ src, size, purpose }) => ({ src, sizes: `${size}x${size}`, type: 'image/png', purpose })),
});

/** Writes the manifest and its icons side by side: their addresses change with the release. */
export function installFiles(contentFolder: string): Plugin {
  return {
    name: 'install-manifest',
    async generateBundle() {
      const { INSTALL_MANIFEST } = await import('@site/contracts');
      const { ownerName } = JSON.parse(readFileSync(join(contentFolder, 'site.json'), 'utf8')) as SiteContent;
      const manifest = JSON.stringify(installManifest(ownerName), null, 2);
      this.emitFile({ type: 'asset', fileName: INSTALL_MANIFEST, source: manifest });
      for (const { src, size, scale } of ICONS) this.emitFile({ type: 'asset', fileName: src, source: drawIcon(size, scale) });
    },
  };
}
