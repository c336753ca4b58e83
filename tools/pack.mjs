// `npm run pack [folder]`: one file with the site as built here, for a machine that only has Node: the API and its packages with
// their native addons, the front ends, the `site` command, and a bill of materials. Same layout as the project, without its sources.
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create } from 'tar';
import { buildAll } from './build.mjs';
import { readTarget, Refusal, reportFailure } from './command.mjs';
import { frontEnds } from './front-ends.mjs';
import { billOfMaterials, NOT_BUNDLED, packagesOf } from './package-closure.mjs';
import { phase } from './progress.mjs';
import { makeReady } from './ready.mjs';

/** Only the parts of a package that run: without declarations, source maps and tests. */
const IS_NEEDED = (path) => !/\.d\.[cm]?ts$|\.map$|\/(test|tests|__tests__)$/.test(path);
/** Of sqlite3 only its library and native addon: the rest is its source. */
const SQLITE_PARTS = /\/sqlite3(\/(lib|package\.json|LICENSE|build(\/Release(\/node_sqlite3\.node)?)?)(\/[^/]+\.js)?)?$/;
/** Dependencies that are needed only while a package is installed. */
const INSTALL_ONLY = [
  ...['prebuild-install', 'tar', 'node-gyp', 'node-addon-api'].map((name) => `sqlite3 > ${name}`),
  'swagger-ui-dist > @scarf/scarf',
];

const README = (name) => `# ${name}

A machine with Node 20.19 or newer in the 20.x line, or 22.12 or newer, needs nothing else:

    node site.mjs serve

PORT, PUBLIC_ORIGIN, DATA_DIR and all other settings are read from the environment. Set DATA_DIR and RELEASES_DIR to folders outside this
one, so that the next version finds them. \`node site.mjs help\` lists the commands. SHA256SUMS has the hash of every file, sbom.json
the bill of materials (CycloneDX), apps/api/dist/node_modules/LICENSES.txt the licenses of the bundled packages.
`;

const readLock = () => JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
const packagesBehind = (app, without = []) =>
  packagesOf(readLock(), `apps/${app}`, { isThere: existsSync, without: [...INSTALL_ONLY, ...without] });

/** The API and the packages that its build did not bundle. */
function unbundledPackages() {
  if (!existsSync('apps/api/dist/node_modules')) throw new Refusal('The API is only half built: `npx nx build api` builds it.');
  const direct = Object.keys(readLock()['apps/api'].dependencies);
  const bundled = direct.filter((name) => !name.startsWith('@site/') && !NOT_BUNDLED.includes(name));
  return packagesBehind(
    'api',
    bundled.map((name) => `@site/api > ${name}`),
  );
}

/** All third-party packages that run on the server, or that the front ends were built from. */
function billOfAll(version) {
  const paths = ['api', ...frontEnds()].flatMap((app) => packagesBehind(app).map(({ from }) => from));
  return billOfMaterials(
    readLock(),
    paths.filter((path) => path.includes('node_modules/')),
    { name: 'site', version },
  );
}

function copyPackages(to) {
  for (const { from: folder, to: home } of unbundledPackages()) {
    const from = resolve(folder);
    const isOurs = !from.includes('/node_modules/');
    // As folders, not links: not every file system and archive program keeps links.
    const filter = (source) => {
      const inside = source.slice(from.length);
      if (isOurs) return inside === '' || /^\/(package\.json|dist|bin)(\/|$)/.test(inside) ? IS_NEEDED(source) : false;
      if (inside.includes('/node_modules')) return false;
      return IS_NEEDED(source) && (!home.endsWith('/sqlite3') || SQLITE_PARTS.test(source));
    };
    cpSync(from, join(to, home), { recursive: true, filter });
  }
}

/** With the compressed forms of their files, which cost more than the rest of a release (decision 0085). */
async function copyFrontEnds(to, writeForms) {
  for (const app of frontEnds()) {
    for (const part of ['package.json', 'dist'])
      cpSync(join('apps', app, part), join(to, 'apps', app, part), { recursive: true });
    await writeForms(join(to, 'apps', app, 'dist'));
  }
}

/** Every file below a folder, in the same order on every machine. */
const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** @returns the paths that were written: the archive, its hash, and its signature where RELEASE_SIGNING_KEY is set */
async function pack(target) {
  const { readWorkingCopy, writeForms } = await import('../libs/releases/dist/index.js');
  const copy = await readWorkingCopy();
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const commit = copy.commit === null ? '' : `-${copy.commit.slice(0, 12)}${copy.isDirty ? '-changed' : ''}`;
  const name = `site-${version}${commit}`;
  mkdirSync('tmp', { recursive: true });
  const folder = mkdtempSync(resolve('tmp/pack-'));
  try {
    const to = join(folder, name);
    copyPackages(to);
    await copyFrontEnds(to, writeForms);
    const put = (file, text) => writeFileSync(join(to, file), text);
    put('package.json', `${JSON.stringify({ name: 'site', version, private: true, type: 'module' }, null, 2)}\n`);
    put('site.mjs', "// The `site` command: `node site.mjs help`.\nawait import('./apps/api/bin/site.mjs');\n");
    put('README.md', README(name));
    put('provenance.json', `${JSON.stringify(copy, null, 2)}\n`);
    put('sbom.json', `${JSON.stringify(billOfAll(version), null, 2)}\n`);
    put(
      'SHA256SUMS',
      filesBelow(to)
        .map((file) => `${sha256(readFileSync(join(to, file)))}  ${file}\n`)
        .join(''),
    );
    mkdirSync(target, { recursive: true });
    const archive = join(target, `${name}-${process.platform}-${process.arch}.tgz`);
    const files = filesBelow(to).map((file) => `${name}/${file}`);
    // Portable: without owners, so that the same build gives the same archive.
    await create({ gzip: true, portable: true, noMtime: true, file: archive, cwd: folder }, files);
    const bytes = readFileSync(archive);
    writeFileSync(`${archive}.sha256`, `${sha256(bytes)}  ${archive.slice(target.length + 1)}\n`);
    const key = process.env.RELEASE_SIGNING_KEY;
    if (!key) return [archive, `${archive}.sha256`];
    const signing = createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' });
    writeFileSync(`${archive}.sig`, sign(null, bytes, signing));
    return [archive, `${archive}.sha256`, `${archive}.sig`];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
try {
  const target = readTarget(process.argv.slice(2), 'npm run pack', 'var/packed');
  await makeReady();
  if (!(await phase('Building shell, remotes and API', () => buildAll({ isQuiet: true }))))
    throw new Refusal('The build failed; the lines above say why.');
  for (const path of await pack(target)) console.log(path);
} catch (error) {
  reportFailure(error);
}
