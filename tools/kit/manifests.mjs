// The package.json of the kit and of the libraries inside it. Versions are those of this workspace.
import { readFileSync } from 'node:fs';
import { KIT_VERSION } from '../vite/kit-version.mjs';

/** The libraries inside the kit: what remotes use, and the release commands. */
export const LIBRARIES = ['contracts', 'host', 'query', 'releases', 'router', 'sim', 'stage', 'ui'];

/**
 * Packages that the sources of a remote import by name, or whose commands its scripts run. npm hoists a kit's packages; if they
 * were peer dependencies, npm 11 would install newer types than the kit names, and then reject them.
 */
const FOR_REMOTES = [
  'react',
  'react-dom',
  '@testing-library/react',
  '@testing-library/user-event',
  '@types/react',
  '@types/jest',
  'jest',
  'vite',
];
/** Packages that the presets need. */
const FOR_PRESETS = [
  '@module-federation/vite',
  '@swc/core',
  '@swc/jest',
  '@testing-library/dom',
  '@types/react-dom',
  '@vitejs/plugin-react',
  'jest-environment-jsdom',
];

const isOurs = (name) => name.startsWith('@site/');

/** Where the built files of a library are. @param source as its package.json names it */
const builtTarget = (source) => {
  const file = source.replace('./src/', './dist/');
  if (!/\.tsx?$/.test(file)) return file;
  const stem = file.replace(/\.tsx?$/, '');
  return { types: `${stem}.d.ts`, default: `${stem}.js` };
};

const sourceOf = (target) => (typeof target === 'string' ? target : target['@site/source']);

/** A library's package.json inside the kit, which itself declares the third-party packages. */
export function libraryManifest({ name, version, type, sideEffects, exports, dependencies = {} }) {
  const places = Object.entries(exports).map(([place, target]) => [
    place,
    place === './package.json' ? target : builtTarget(sourceOf(target)),
  ]);
  const own = Object.entries(dependencies).filter(([needed]) => isOurs(needed));
  return {
    name,
    version,
    private: true,
    type,
    sideEffects,
    // For TypeScript, which finds the libraries by a path and then reads no `exports`.
    types: './dist/index.d.ts',
    exports: Object.fromEntries(places),
    dependencies: Object.fromEntries(own),
  };
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** The package.json of the kit. The working directory is the workspace. */
export function readKitManifest() {
  const workspace = readJson('package.json');
  const libraries = LIBRARIES.map((name) => readJson(`libs/${name}/package.json`));
  const all = { ...readJson('apps/shell/package.json').dependencies, ...workspace.devDependencies };
  const named = (names) => Object.fromEntries(names.map((name) => [name, all[name]]));
  const ofLibraries = libraries
    .flatMap(({ dependencies = {} }) => Object.entries(dependencies))
    .filter(([name]) => !isOurs(name));
  return {
    name: '@site/kit',
    version: KIT_VERSION,
    private: true,
    type: 'module',
    description: 'What a remote of the site needs in a repository of its own.',
    engines: workspace.engines,
    bin: { site: './tools/kit/site.mjs' },
    exports: {
      './vite': { types: './tools/vite/remote.d.ts', default: './tools/vite/remote.js' },
      './jest': './tools/jest/web.mjs',
      './testing': { types: './tools/jest/render-page.d.ts', default: './tools/jest/render-page.js' },
      './tsconfig.json': './tsconfig.json',
      './package.json': './package.json',
    },
    dependencies: {
      ...named([...FOR_REMOTES, ...FOR_PRESETS]),
      typescript: all.typescript7.replace(/^npm:typescript@/, ''),
      ...Object.fromEntries(ofLibraries),
      ...Object.fromEntries(libraries.map(({ name, version }) => [name, version])),
    },
    bundleDependencies: libraries.map(({ name }) => name),
  };
}
