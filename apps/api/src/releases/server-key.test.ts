import { parseSigningKey, publicHalf } from '@site/releases';
import { SettingEntity } from '../secrets/setting.entity.ts';
import { TEST_SIGNING_KEY } from '../test-support/a-config.ts';
import { aDatabase } from '../test-support/a-database.ts';
import { ServerKey } from './server-key.ts';

test('a server with the public half generates a key once, and all processes that use its database share it', async () => {
  const { database, remove } = await aDatabase();
  const start = async (): Promise<ServerKey> => {
    const key = new ServerKey({ releaseSigningKey: publicHalf(TEST_SIGNING_KEY) }, database.getRepository(SettingEntity));
    await key.onModuleInit();
    return key;
  };
  const [one, two] = await Promise.all([start(), start()]);
  expect(one.publicText).toMatch(/^[A-Za-z0-9+/]+=*$/);
  expect(two.publicText).toBe(one.publicText);
  expect(one.publicText).not.toBe(publicHalf(TEST_SIGNING_KEY));
  expect(one.signing.equals(two.signing)).toBe(true);
  await remove();
});

test("a server with the owner's private key signs with that one, and stores none in the database", async () => {
  const { database, remove } = await aDatabase();
  const settings = database.getRepository(SettingEntity);
  const key = new ServerKey({ releaseSigningKey: TEST_SIGNING_KEY }, settings);
  await key.onModuleInit();
  expect([key.publicText, key.signing.equals(parseSigningKey(TEST_SIGNING_KEY))]).toEqual([null, true]);
  expect(await settings.findOneBy({ name: 'release key' })).toBeNull();
  await remove();
});
