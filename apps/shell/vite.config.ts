import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, defaultClientConditions, defaultServerConditions, defineConfig, type Plugin } from 'vite';
import { BUILD_TARGETS } from '../../tools/browsers.mjs';
import { KITS_OF_SHELL } from '../../tools/vite/kit-version.mjs';
import { checkedContent } from './content-check.ts';
import { installFiles } from './install-manifest.ts';
import { printedResume, resumePdf } from './resume-pdf.ts';
import { drawSocialImage } from './social-image-draw.ts';
import { SOCIAL_IMAGE } from './social-image.ts';
import { pageSources } from './src/pages/page-sources.ts';

const root = import.meta.dirname;
const require = createRequire(import.meta.url);
const content = join(root, 'content');

function versionOf(manifestPath: string): string {
  const manifest: unknown = JSON.parse(readFileSync(manifestPath, 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  throw new Error(`${manifestPath} has no version`);
}

/** Makes the federation runtime leave out Node support and remotes described by its own manifest format. */
const FEDERATION_FOR_BROWSERS = { ENV_TARGET: '"web"', FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true' };

const libraryVersion = (folder: string) => versionOf(join(root, '../../libs', folder, 'package.json'));

const provides = {
  react: versionOf(require.resolve('react/package.json')),
  'react-dom': versionOf(require.resolve('react-dom/package.json')),
  '@site/router': libraryVersion('router'),
  '@site/query': libraryVersion('query'),
  '@site/host': libraryVersion('host'),
};

/** Writes `dist/shell.json`: what the release step cannot read from Vite's manifest. */
function shellFacts(): Plugin {
  return {
    name: 'shell-facts',
    writeBundle(_options, bundle) {
      const fonts = Object.keys(bundle)
        .filter((file) => file.endsWith('.woff2'))
        .sort();
      if (fonts.length !== 2) throw new Error(`expected the two Latin fonts, got: ${fonts.join(', ') || 'none'}`);
      writeFileSync(
        join(root, 'dist/shell.json'),
        `${JSON.stringify({ provides, kits: KITS_OF_SHELL, fonts, pages: pageSources }, null, 2)}\n`,
      );
    },
  };
}

/** The preview image for shared links; only the document's head refers to it. */
function socialImage(): Plugin {
  return {
    name: 'social-image',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: SOCIAL_IMAGE.file, source: drawSocialImage() });
    },
  };
}

/** The service worker: one file without imports, built separately. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    async generateBundle() {
      // Imported by a build only: tools that merely read this configuration may run before the contracts are built.
      const { SERVICE_WORKER } = await import('@site/contracts');
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        resolve: { conditions: ['@site/source', ...defaultClientConditions] },
        build: {
          write: false,
          target: BUILD_TARGETS,
          rolldownOptions: { input: join(root, 'src/offline/service-worker.ts'), output: { format: 'iife' } },
        },
      });
      const [output] = [built].flat();
      if (!output || !('output' in output) || output.output.length !== 1) throw new Error('the service worker is not one file');
      this.emitFile({ type: 'asset', fileName: SERVICE_WORKER.slice(1), source: output.output[0].code });
    },
  };
}

/** React's development build records the source path of every component; the path of the workspace is removed. */
function stripWorkspacePath(): Plugin {
  const workspace = JSON.stringify(join(root, '../../')).slice(1, -1);
  return { name: 'strip-workspace-path', renderChunk: (code) => ({ code: code.replaceAll(workspace, ''), map: null }) };
}

/**
 * Three builds of one source: for visitors, for the server, and with `--mode development` the one that runs remotes from a developer's
 * machine, because only React's development build can replace a component and keep its state.
 */
export default defineConfig(({ isSsrBuild, mode }) => {
  const isDevelopment = mode === 'development';
  if (isDevelopment) process.env['NODE_ENV'] = 'development';
  const clientDir = isDevelopment ? 'dist/client/development' : 'dist/client';
  return {
    root,
    // Files of the owner's content: `images/logo.png` there is /images/logo.png on the site.
    publicDir: isSsrBuild || isDevelopment ? false : 'content/public',
    base: './',
    appType: 'custom',
    plugins: [
      checkedContent(root),
      react(),
      ...(isDevelopment
        ? [stripWorkspacePath()]
        : isSsrBuild
          ? []
          : [shellFacts(), socialImage(), installFiles(content), serviceWorker(), resumePdf(content)]),
    ],
    // The owner's content stays one object, in the order of its file, in all three builds.
    json: { namedExports: false },
    resolve: { conditions: ['@site/source', ...defaultClientConditions] },
    ssr: { noExternal: true, resolve: { conditions: ['@site/source', ...defaultServerConditions] } },
    define: {
      __VERSIONS__: JSON.stringify(provides),
      __HAS_RESUME_PDF__: JSON.stringify(printedResume(content) !== undefined),
      ...(isSsrBuild ? { 'process.env.NODE_ENV': JSON.stringify('production') } : FEDERATION_FOR_BROWSERS),
    },
    build: {
      target: isSsrBuild ? 'es2022' : BUILD_TARGETS,
      outDir: isSsrBuild ? 'dist/server' : clientDir,
      minify: !isDevelopment,
      emptyOutDir: true,
      manifest: !isSsrBuild,
      // For the server, which uses them to read the stacks of reported errors; visitors never get them.
      sourcemap: isSsrBuild || isDevelopment ? false : 'hidden',
      assetsInlineLimit: 0,
      // The document contains all styles, so that no page waits for its own.
      cssCodeSplit: false,
      // A preload link without the import map's integrity is fetched twice; the document preloads all chunks of a page anyway.
      modulePreload: { polyfill: false, resolveDependencies: (_file, files) => files.filter((file) => file.endsWith('.css')) },
      rolldownOptions: isSsrBuild
        ? { input: join(root, 'src/entry-server.tsx'), output: { codeSplitting: false } }
        : {
            input: join(root, isDevelopment ? 'src/development/main.tsx' : 'src/main.tsx'),
            // One file for React, the router and the host library, which seldom change. Without it every module shared by two pages
            // becomes a file, and each file costs half a kilobyte of headers.
            output: {
              codeSplitting: {
                groups: [
                  {
                    name: 'shared',
                    test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]|libs[\\/](host|router)|rolldown\/runtime/,
                  },
                ],
              },
            },
          },
    },
  };
});
