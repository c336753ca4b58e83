import { dirname, join } from 'node:path';

/**
 * Packages of the API that its build leaves where they are installed: those with native addons; `pg`, which TypeORM loads only for
 * PostgreSQL; Valibot, which the libraries import too; and Swagger UI, whose files Nest looks for on the disk
 * and serves.
 */
export const NOT_BUNDLED = ['sqlite3', 'sharp', 'pg', 'valibot', 'swagger-ui-dist'];

/** Where Node finds a package imported from a folder: in that folder or one above it. */
function find(lock, from, name) {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder === '.' ? '' : folder, 'node_modules', name);
    if (lock[path]) return path;
    if (folder === '.') return undefined;
  }
}

/**
 * The packages that a package of the workspace needs to run, itself included.
 * @param lock `packages` of package-lock.json
 * @param start folder of the package, as in the lockfile
 * @param isThere whether a path of the workspace exists: packages for other systems are optional and missing
 * @param without pairs "package > dependency" that are not followed
 * @returns for each package its folder (`from`), and its folder in a copy that has no links (`to`); sorted
 * @throws Error when a package is missing
 */
export function packagesOf(lock, start, { isThere, without = [] }) {
  const found = new Set([start]);
  const homes = [];
  for (const path of found) {
    const { link, resolved } = lock[path];
    const folder = link ? resolved : path;
    if (link) homes.push([`${resolved}/`, `${path}/`]);
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = lock[folder];
    const self = lock[folder].name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const isOptional = (name) => name in optionalDependencies || peerDependenciesMeta[name]?.optional;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      // An optional peer is present only if the host depends on it.
      if (without.includes(`${self} > ${name}`) || peerDependenciesMeta[name]?.optional) continue;
      const needed = find(lock, folder, name);
      if (needed && isThere(needed)) found.add(needed);
      else if (!isOptional(name)) throw new Error(`${self} needs ${name}, which is not installed; run \`npm ci\``);
    }
  }
  const homeOf = (path) =>
    homes.reduce((at, [inside, home]) => (at.startsWith(inside) ? home + at.slice(inside.length) : at), path);
  return [...found].toSorted().map((path) => ({ from: lock[path].link ? lock[path].resolved : path, to: homeOf(path) }));
}

/** The lockfile's hash, `sha512-…` in base64, in the format of a bill of materials. */
const hashesOf = (integrity = '') =>
  integrity.startsWith('sha512-')
    ? [{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }]
    : [];

/**
 * A bill of materials (CycloneDX 1.5) of packages. `npm sbom --omit=dev` omits packages that tests use as well, such as React and Nest.
 * @param paths of the packages in the lockfile
 */
export function billOfMaterials(lock, paths, { name, version }) {
  const components = paths.map((path) => {
    const { version: own, integrity, license } = lock[path];
    const called = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const purl = `pkg:npm/${called.replace('@', '%40')}@${own}`;
    const licenses = license === undefined ? [] : [{ expression: license }];
    return { type: 'library', 'bom-ref': purl, name: called, version: own, purl, licenses, hashes: hashesOf(integrity) };
  });
  const once = [...new Map(components.map((component) => [component.purl, component])).values()];
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name, version } },
    components: once.toSorted((one, other) => (one.purl < other.purl ? -1 : 1)),
  };
}
