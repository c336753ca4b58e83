// The second step of the API's build: bundles the third-party packages that it imports into `dist/node_modules`, where Node finds
// them before the installed ones. A server then starts with 140 files of packages instead of 2,400 (decision 0121).
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { NOT_BUNDLED } from './package-closure.mjs';

/** Two names that CommonJS modules expect. */
const COMMONJS_NAMES = 'const __filename = import.meta.filename, __dirname = import.meta.dirname;';

const root = fileURLToPath(new URL('..', import.meta.url));
const api = join(root, 'apps/api');
const dist = join(api, 'dist');
const target = join(dist, 'node_modules');

/** `@nestjs/common` of `@nestjs/common/constants.js`. */
const packageOf = (specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)[0];

/** Every package, and every file of a package, that the compiled API imports, sorted. */
async function importsOfApi() {
  const found = new Set();
  const imports = {
    name: 'imports',
    resolveId(specifier, importer) {
      if (importer === undefined || specifier.startsWith('.')) return null;
      const isBundled = !/^(node:|@site\/)/.test(specifier) && !NOT_BUNDLED.includes(packageOf(specifier));
      if (isBundled) found.add(specifier);
      return { id: specifier, external: true };
    },
  };
  const files = readdirSync(dist, { recursive: true }).filter((file) => file.endsWith('.js'));
  const build = await rolldown({ input: files.map((file) => join(dist, file)), platform: 'node', plugins: [imports] });
  await build.generate();
  await build.close();
  return [...found].toSorted();
}

/**
 * The source of one module for each import, with all exports that Node finds: by itself the bundler gives a CommonJS package only its
 * default.
 * @returns source by file below `target`
 */
async function entriesFor(specifiers) {
  const probe = join(dist, 'exports-of-packages.js');
  writeFileSync(probe, specifiers.map((specifier, at) => `export * as _${at} from '${specifier}';\n`).join(''));
  try {
    const found = await import(pathToFileURL(probe).href);
    return new Map(
      specifiers.map((specifier, at) => {
        // Node 23 and newer add the last one to CommonJS packages.
        const names = Object.keys(found[`_${at}`]).filter((name) => name !== 'module.exports');
        const file = specifier === packageOf(specifier) ? `${specifier}/index.js` : specifier;
        return [file, names.length > 0 ? `export { ${names.join(', ')} } from '${specifier}';` : `import '${specifier}';`];
      }),
    );
  } finally {
    rmSync(probe);
  }
}

/** @returns the path of every bundled module */
async function bundle(entries, to) {
  // A folder that does not exist, because an entry must not have the path of the module that it exports.
  const virtual = join(dist, 'entries/');
  const build = await rolldown({
    cwd: api,
    input: Object.fromEntries([...entries.keys()].map((file) => [file.replace(/\.js$/, ''), file])),
    platform: 'node',
    external: NOT_BUNDLED.map((name) => new RegExp(`^${name}(/|$)`)),
    plugins: [
      {
        name: 'entries',
        resolveId: (id, importer) => (importer === undefined ? virtual + id : null),
        load: (id) => (id.startsWith(virtual) ? entries.get(id.slice(virtual.length)) : null),
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

/** What Node reads to find the entries, and every license. */
function describePackages(specifiers, moduleIds, to) {
  const folders = new Set(moduleIds.flatMap((id) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? []));
  const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const licenses = [...folders].toSorted().map((folder) => {
    const { name, version, license } = manifestOf(folder);
    const texts = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
    return [
      `${name} ${version}${license ? ` (${license})` : ''}`,
      ...texts.map((file) => readFileSync(join(folder, file), 'utf8').trim()),
    ];
  });
  writeFileSync(join(to, 'LICENSES.txt'), `${licenses.map((parts) => parts.join('\n\n')).join('\n\n\n')}\n`);
  for (const name of new Set(specifiers.map(packageOf))) {
    const { version } = manifestOf(join(root, 'node_modules', name));
    const manifest = { name, version, type: 'module', exports: { '.': './index.js', './*': './*' } };
    writeFileSync(join(to, name, 'package.json'), `${JSON.stringify(manifest)}\n`);
  }
}

const next = resolve(dist, '.next-packages');
for (const folder of [target, next]) rmSync(folder, { recursive: true, force: true });
const specifiers = await importsOfApi();
const moduleIds = await bundle(await entriesFor(specifiers), next);
describePackages(specifiers, moduleIds, next);
// In one step: a server that starts meanwhile finds all packages bundled or all installed.
renameSync(next, target);
