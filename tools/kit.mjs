// `npm run kit [folder]`: one npm package with everything that a remote in its own repository needs: the site's libraries,
// built, with their types; the presets for Vite, TypeScript and Jest; and the `site` command. This workspace uses the same ones.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create } from 'tar';
import { readTarget, Refusal, reportFailure } from './command.mjs';
import { LIBRARIES, libraryManifest, readKitManifest } from './kit/manifests.mjs';
import { installPackages } from './ready.mjs';

/** Copied as they are. */
const SCRIPTS = [
  'browsers.mjs',
  'command.mjs',
  'kit/site.mjs',
  'jest/css-module.cjs',
  'jest/deadlines.mjs',
  'jest/long.mjs',
  'jest/measured-runner.mjs',
  'jest/refuse-short-timeout.cjs',
  'jest/testing-library.cjs',
  'jest/web-console.cjs',
  'jest/web-environment.cjs',
  'jest/web.mjs',
  'scaffold/page.mjs',
  'scaffold/remote.mjs',
  'scaffold/repository.mjs',
  'testing/processor-time.mjs',
  'vite/development.mjs',
  'vite/kit-version.mjs',
];
/** Compiled together with the libraries. */
const MODULES = ['tools/vite/remote.ts', 'tools/jest/render-page.tsx'];

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

/** Compiles everything in one pass, with types; the type checks of this workspace find any errors in them. */
function compile(to) {
  const config = join(to, 'tsconfig.json');
  writeJson(config, {
    extends: resolve('tsconfig.web.json'),
    compilerOptions: {
      noEmit: false,
      noCheck: true,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      types: ['node', 'vite/client'],
      rootDir: resolve('.'),
      outDir: to,
    },
    include: [...MODULES.map((path) => resolve(path)), ...LIBRARIES.map((name) => resolve('libs', name, 'src'))],
    exclude: ['test.ts', 'test.tsx'].map((end) => resolve(`libs/*/src/**/*.${end}`)).concat(resolve('libs/*/src/testing')),
  });
  const { status, stdout } = spawnSync(process.execPath, ['node_modules/typescript7/bin/tsc', '-p', config], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Refusal(`The kit could not be compiled:\n${stdout}`);
}

function putLibraries(compiled, to) {
  for (const name of LIBRARIES) {
    const [from, home] = [`libs/${name}/src`, join(to, 'node_modules/@site', name)];
    mkdirSync(home, { recursive: true });
    cpSync(join(compiled, from), join(home, 'dist'), { recursive: true });
    // Styles and fonts are next to the modules that import them.
    cpSync(from, join(home, 'dist'), { recursive: true, filter: (path) => !/\.tsx?$/.test(path) && !path.endsWith('/testing') });
    writeJson(join(home, 'package.json'), libraryManifest(readJson(`libs/${name}/package.json`)));
  }
}

/** The compiler options of the web projects, for sources that find the site's libraries inside the kit. */
function tsconfig() {
  const { customConditions: _ofSources, ...base } = readJson('tsconfig.base.json').compilerOptions;
  const web = readJson('tsconfig.web.json').compilerOptions;
  return { compilerOptions: { ...base, ...web, paths: { '@site/*': ['./node_modules/@site/*'] } } };
}

function fill(to, compiled) {
  compile(compiled);
  putLibraries(compiled, to);
  cpSync(join(compiled, 'tools'), join(to, 'tools'), { recursive: true });
  for (const path of SCRIPTS) {
    cpSync(join('tools', path), join(to, 'tools', path));
    const types = path.replace(/\.mjs$/, '.d.mts');
    if (existsSync(join('tools', types))) cpSync(join('tools', types), join(to, 'tools', types));
  }
  const manifest = readKitManifest();
  writeJson(join(to, 'package.json'), manifest);
  writeJson(join(to, 'tsconfig.json'), tsconfig());
  return manifest.version;
}

/** @returns the path of the package */
async function pack(target) {
  mkdirSync('tmp', { recursive: true });
  const folder = mkdtempSync(resolve('tmp/kit-'));
  try {
    const [to, compiled] = [join(folder, 'package'), join(folder, 'compiled')];
    for (const path of [to, compiled]) mkdirSync(path);
    const version = fill(to, compiled);
    mkdirSync(target, { recursive: true });
    const file = join(target, `site-kit-${version}.tgz`);
    // Portable: without owners and times, so that the same sources give the same package.
    await create({ gzip: true, portable: true, noMtime: true, file, cwd: folder }, ['package']);
    return file;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
try {
  const target = readTarget(process.argv.slice(2), 'npm run kit', 'var/kit');
  await installPackages();
  console.log(await pack(target));
} catch (error) {
  reportFailure(error);
}
