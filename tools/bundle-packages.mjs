// The second step of the API's build: bundles the third-party packages that it imports into `dist/node_modules`, where Node finds
// them before the installed ones. A server then starts with 140 files of packages instead of 2,400 (decision 0121).
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { NOT_BUNDLED } from './package-closure.mjs';

/** Variables that CommonJS modules expect. */
const COMMONJS_NAMES = 'const __filename = import.meta.filename, __dirname = import.meta.dirname;';

const api = fileURLToPath(new URL('../apps/api', import.meta.url));
const dist = join(api, 'dist');

/** `@nestjs/common` of `@nestjs/common/constants.js`. */
const packageOf = (specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)[0];

/** Every package, and every file of a package, that the compiled API imports, sorted. */
async function importsOfApi() {
  const found = new Set();
  const imports = {
    name: 'imports',
    resolveId(specifier, importer) {
      if (importer === undefined || specifier.startsWith('.')) return null;
      const isOther = isBuiltin(specifier) || specifier.startsWith('@site/') || NOT_BUNDLED.includes(packageOf(specifier));
      if (!isOther) found.add(specifier);
      return { id: specifier, external: true };
    },
  };
  // The folder may still have files whose sources were deleted.
  const files = readdirSync(join(api, 'src'), { recursive: true })
    .map((file) => join(dist, file.replace(/\.ts$/, '.js')))
    .filter((file) => file.endsWith('.js') && existsSync(file));
  const build = await rolldown({ input: files, platform: 'node', plugins: [imports] });
  await build.generate();
  await build.close();
  return [...found].toSorted();
}

/** The file, below a `node_modules`, in which Node looks for an import. */
function fileOf(specifier) {
  if (specifier === packageOf(specifier)) return `${specifier}/index.js`;
  if (specifier.endsWith('.js')) return specifier;
  throw new Error(`tools/bundle-packages.mjs cannot bundle "${specifier}": import a package, or a file of one that ends in .js`);
}

/**
 * The source of one module for each import, with all exports that Node finds: by itself the bundler gives a CommonJS package only its
 * default.
 * @returns source by file below a `node_modules`
 */
async function entriesFor(specifiers, work) {
  // Node finds the installed packages from there.
  const probe = join(work, 'probe.mjs');
  writeFileSync(probe, specifiers.map((specifier, at) => `export * as _${at} from '${specifier}';\n`).join(''));
  const found = await import(pathToFileURL(probe).href);
  return new Map(
    specifiers.map((specifier, at) => {
      // In Node 23 and newer a CommonJS package also exports `module.exports`.
      const names = Object.keys(found[`_${at}`]).filter((name) => name !== 'module.exports');
      const source = names.length > 0 ? `export { ${names.join(', ')} } from '${specifier}';` : `import '${specifier}';`;
      return [fileOf(specifier), source];
    }),
  );
}

/** @returns the path of every bundled module */
async function bundle(entries, work, to) {
  // An entry must not have the path of the module that it exports; as an ES module it gets what Node itself would give it.
  const pathOf = (file) => join(work, 'entries', file.replace(/\.js$/, '.mjs'));
  const sources = new Map([...entries].map(([file, source]) => [pathOf(file), source]));
  const build = await rolldown({
    cwd: api,
    input: Object.fromEntries([...entries.keys()].map((file) => [file.replace(/\.js$/, ''), pathOf(file)])),
    platform: 'node',
    external: NOT_BUNDLED.map((name) => new RegExp(`^${name}(/|$)`)),
    plugins: [
      {
        name: 'entries',
        resolveId: (id) => (sources.has(id) ? id : null),
        load: (id) => sources.get(id) ?? null,
      },
    ],
    onLog(level, log, report) {
      // Packages ask for others that they can do without, such as drivers for databases that the site does not use.
      if (log.code !== 'UNRESOLVED_IMPORT') report(level, log);
    },
  });
  const { output } = await build.write({
    dir: to,
    format: 'esm',
    // TypeORM and Nest read the names of classes.
    keepNames: true,
    strictExecutionOrder: true,
    banner: COMMONJS_NAMES,
    chunkFileNames: '.shared/[name]-[hash].js',
  });
  await build.close();
  return output.flatMap((chunk) => chunk.moduleIds);
}

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The licenses of all bundled packages, each once. */
function licensesOf(moduleIds) {
  const folders = new Set(moduleIds.flatMap((id) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? []));
  const texts = new Map();
  for (const folder of folders) {
    const { name, version, license } = manifestOf(folder);
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying|copyright)/i.test(file));
    const title = `${name} ${version}${license ? ` (${license})` : ''}`;
    texts.set(title, [title, ...files.map((file) => readFileSync(join(folder, file), 'utf8').trim())].join('\n\n'));
  }
  return [...texts.keys()].toSorted().map((title) => texts.get(title));
}

/** What Node reads to find the entries. */
function writeManifests(specifiers, to) {
  for (const name of new Set(specifiers.map(packageOf))) {
    const places = [join(api, 'node_modules', name), join(api, '../../node_modules', name)];
    const { version } = manifestOf(places.find(existsSync));
    const manifest = { name, version, type: 'module', exports: { '.': './index.js', './*': './*' } };
    writeFileSync(join(to, name, 'package.json'), `${JSON.stringify(manifest)}\n`);
  }
}

/** By renaming: a server that starts afterwards finds packages that belong together, and one that starts in between the installed ones. */
function putInPlace(next, work) {
  const target = join(dist, 'node_modules');
  try {
    if (existsSync(target)) renameSync(target, join(work, 'previous'));
    renameSync(next, target);
  } catch (error) {
    // Another build of this folder has just done the same.
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
  }
}

// Not in `dist`: there the bundle of an earlier build would be found first.
const WORK = '.packages-';
/** Older folders are left from builds that were killed. */
const ABANDONED_MS = 3_600_000;

for (const path of readdirSync(api).flatMap((name) => (name.startsWith(WORK) ? [join(api, name)] : [])))
  if (Date.now() - statSync(path).mtimeMs > ABANDONED_MS) rmSync(path, { recursive: true, force: true });
const work = mkdtempSync(join(api, WORK));
try {
  const next = join(work, 'next');
  const specifiers = await importsOfApi();
  const moduleIds = await bundle(await entriesFor(specifiers, work), work, next);
  writeManifests(specifiers, next);
  writeFileSync(join(next, 'LICENSES.txt'), `${licensesOf(moduleIds).join('\n\n\n')}\n`);
  putInPlace(next, work);
} finally {
  rmSync(work, { recursive: true });
}
