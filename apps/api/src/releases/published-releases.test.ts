import { readFile, writeFile } from 'node:fs/promises';
import { integrityOf, parseVerifyingKey, readRegistry, releasePaths } from '@site/releases';
import { aFolder, TEST_SIGNING_KEY } from '../test-support/a-config.ts';
import { aReleaseFolder } from '../test-support/a-release-folder.ts';
import { aTrial, EGGS_STABLE, EGGS_CANARY, publishEggs } from '../test-support/a-trial.ts';
import { publishedReleases } from './published-releases.ts';

test('recognizes live, canary and past releases, and rejects unsigned ones', async () => {
  const { path: root, remove } = await aFolder();
  await aReleaseFolder(root, TEST_SIGNING_KEY);
  await publishEggs(root, TEST_SIGNING_KEY, '1.0.0-cccccccccccc');
  await publishEggs(root, TEST_SIGNING_KEY, '1.0.0-dddddddddddd');
  await aTrial(root, TEST_SIGNING_KEY);
  const key = parseVerifyingKey(TEST_SIGNING_KEY);
  const { apps } = await readRegistry(root, key);
  const isPublished = publishedReleases(root, key);
  const { stable, canary } = apps['eggs'] ?? {};
  const answers = [
    await isPublished('eggs', EGGS_STABLE, stable?.manifestIntegrity ?? ''),
    await isPublished('eggs', EGGS_CANARY, canary?.manifestIntegrity ?? ''),
    await isPublished('eggs', EGGS_STABLE, integrityOf('another description')),
    await isPublished('shell', EGGS_STABLE, stable?.manifestIntegrity ?? ''),
  ];
  expect(answers).toEqual([true, true, false, false]);
  const old = await readFile(releasePaths.manifest(root, 'eggs', '1.0.0-cccccccccccc'), 'utf8');
  expect(await isPublished('eggs', '1.0.0-cccccccccccc', integrityOf(old))).toBe(true);
  await remove();
});

test('a tampered registry removes no files: what was signed before it still counts', async () => {
  const { path: root, remove } = await aFolder();
  await aReleaseFolder(root, TEST_SIGNING_KEY);
  await publishEggs(root, TEST_SIGNING_KEY, EGGS_STABLE);
  const key = parseVerifyingKey(TEST_SIGNING_KEY);
  const { apps } = await readRegistry(root, key);
  const integrity = apps['eggs']?.stable.manifestIntegrity ?? '';
  const path = releasePaths.registryCurrent(root);
  await writeFile(path, (await readFile(path, 'utf8')).replace('eggs', 'eggz'));
  // In a process that has seen no other registry.
  expect(await publishedReleases(root, key)('eggs', EGGS_STABLE, integrity)).toBe(true);
  await remove();
});
