import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { uploadUntilAnswered, aPicture, dataUrl } from '../src/test-support/a-picture.ts';
import { anArchive, anImage, argsOf, isHealthy, NOBODY, processOf } from './container-example.ts';
import { freePort } from '../../../tools/free-port.mjs';

test('the steps of docs/examples/Containerfile, run in a folder because no container engine runs here: the site starts as a user who may write only to /data, is healthy, and exits on the stop signal', async () => {
  const { folder, archive, remove } = await anArchive();
  const port = await freePort();
  const image = await anImage(folder, archive, port);
  const { root, instructions } = image;
  expect(instructions).toMatchObject({ USER: 'node', VOLUME: join(root, 'data'), STOPSIGNAL: 'SIGTERM', EXPOSE: String(port) });

  // Every file is the one that was packed, and the packages are listed.
  const hashOf = async (file: string) =>
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  const name = archive.replace(/.*\//, '');
  expect(await readFile(`${archive}.sha256`, 'utf8')).toBe(`${await hashOf(archive)}  ${name}\n`);
  const site = String(instructions['WORKDIR']);
  const files: string[] = [];
  for (const line of (await readFile(join(site, 'SHA256SUMS'), 'utf8')).trimEnd().split('\n')) {
    const [hash = '', file = ''] = line.split('  ');
    expect([file, await hashOf(join(site, file))]).toEqual([file, hash]);
    files.push(file);
  }
  // With compressed forms of the shell's and the remotes' scripts: the first start compresses nothing.
  const scripts = files.filter(
    (file) => /^apps\/[^/]+\/dist\/(?!server|client\/development).*\.js$/.test(file) && !file.startsWith('apps/api/'),
  );
  expect(scripts.length).toBeGreaterThan(20);
  for (const script of scripts) expect(files).toEqual(expect.arrayContaining([`${script}.br`, `${script}.gz`]));
  const bill = JSON.parse(await readFile(join(site, 'sbom.json'), 'utf8')) as { components: { name: string }[] };
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX' });
  expect(bill.components.map((one) => one.name)).toEqual(expect.arrayContaining(['react', 'sharp', 'sqlite3', 'typeorm']));
  // The API's build bundled this one; if the server asked for it elsewhere, it would not start.
  await expect(stat(join(site, 'node_modules/typeorm'))).rejects.toMatchObject({ code: 'ENOENT' });

  const [command, ...args] = argsOf(instructions['CMD']);
  // Node is the only program on its path.
  const programs = join(folder, 'programs');
  await mkdir(programs);
  await symlink(process.execPath, join(programs, 'node'));
  const child = processOf(image, { USDA_SOURCE: 'sample', PATH: programs });
  const start = performance.now();
  const serve = () => spawn(command, args, { ...child, stdio: ['ignore', 'ignore', 'inherit'] });
  let running = serve();
  const whenHealthy = async () => {
    while (!isHealthy(image, child)) {
      expect(running.exitCode).toBeNull();
      await delay(200);
    }
  };
  try {
    expect(spawnSync('touch', ['new'], { ...child, env: process.env }).status).not.toBe(0);
    await whenHealthy();
    process.stderr.write(`healthy ${Math.round(performance.now() - start)} ms after the start of the unpacked site\n`);
    const sent = { body: { imageData: dataUrl(await aPicture(1)), flowerCount: 1 } };
    expect((await uploadUntilAnswered(`http://127.0.0.1:${port}`, sent)).status).toBe(201);
    const ended = once(running, 'exit') as Promise<[number | null]>;
    running.kill((instructions['STOPSIGNAL'] ?? '') as NodeJS.Signals);
    expect(await ended).toEqual([0, null]);
    expect((await stat(join(root, 'data/site.sqlite'))).uid).toBe(NOBODY);

    running = serve();
    await whenHealthy();
    const run = (...words: string[]) => spawnSync(command, ['site.mjs', ...words], { ...child, encoding: 'utf8' });
    const newer = join(folder, 'newer');
    await cp(join(site, 'apps/market-prices/dist'), newer, { recursive: true });
    const facts = await readFile(join(newer, 'remote.json'), 'utf8');
    await writeFile(join(newer, 'remote.json'), facts.replace(/"title": ?"/, '$&New: '));
    const released = run('release', 'market-prices', '--from', newer, '--to', `http://localhost:${port}`);
    expect(released.stdout + released.stderr).toMatch(/^market-prices \S+ is live \(registry \d+\)$/m);
    const restarted = once(running, 'exit');
    running.kill('SIGTERM');
    await restarted;
    const before = run('status').stdout;
    running = serve();
    await whenHealthy();
    // A restart changes nothing that visitors get.
    expect(run('status').stdout).toBe(before);
  } finally {
    running.kill('SIGKILL');
    await remove();
  }
});
