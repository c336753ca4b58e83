import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { upload, aPicture, dataUrl } from '../src/test-support/a-picture.ts';
import { anArchive, anImage, isHealthy, NOBODY, processOf, words } from './container-example.ts';
import { freePort } from './nginx-example.ts';

test('the steps of docs/examples/Containerfile, run in a folder because no container engine runs here: the site starts as a user who may write to /data alone, is healthy, and ends at the stop signal', async () => {
  const { folder, archive, remove } = await anArchive();
  const port = await freePort();
  const image = await anImage(folder, archive, port);
  const { root, said } = image;
  expect(said).toMatchObject({ USER: 'node', VOLUME: join(root, 'data'), STOPSIGNAL: 'SIGTERM', EXPOSE: String(port) });

  const [command, ...args] = words(said['CMD']);
  const child = processOf(image, { USDA_SOURCE: 'sample' });
  const site = spawn(command, args, { ...child, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    expect(spawnSync('touch', ['new'], child).status).not.toBe(0);
    while (!isHealthy(image, child)) {
      expect(site.exitCode).toBeNull();
      await delay(200);
    }
    const sent = { body: { imageData: dataUrl(await aPicture(1)), flowerCount: 1 } };
    expect((await upload(`http://127.0.0.1:${port}`, sent)).status).toBe(201);
    const ended = once(site, 'exit') as Promise<[number | null]>;
    site.kill((said['STOPSIGNAL'] ?? '') as NodeJS.Signals);
    expect(await ended).toEqual([0, null]);
    expect((await stat(join(root, 'data/site.sqlite'))).uid).toBe(NOBODY);
  } finally {
    site.kill('SIGKILL');
    await remove();
  }
});
