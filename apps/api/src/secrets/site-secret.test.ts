import { UnitOfWork } from '../database/unit-of-work.ts';
import { aDatabase } from '../test-support/a-database.ts';
import { SettingEntity } from './setting.entity.ts';
import { SiteSecret } from './site-secret.ts';

const [OLDER, NEWER] = ['o'.repeat(32), 'n'.repeat(32)];

/** Processes of one site, one after the other. */
async function aSite() {
  const { database, remove } = await aDatabase();
  const start = async (...cookieSecrets: readonly string[]): Promise<SiteSecret> => {
    const secret = new SiteSecret({ cookieSecrets }, database.getRepository(SettingEntity), new UnitOfWork(database));
    await secret.onModuleInit();
    return secret;
  };
  return { start, remove };
}

test('a signature made by one process is valid in another: they share the key in the database', async () => {
  const site = await aSite();
  const signature = (await site.start()).sign('test', 'text');
  const secret = await site.start();
  expect([
    secret.isSigned('test', 'text', signature),
    secret.isSigned('other', 'text', signature),
    secret.isSigned('test', 'texts', signature),
    secret.isSigned('test', 'text', ''),
  ]).toEqual([true, false, false, false]);
  await site.remove();
});

test('an older COOKIE_SECRET stays valid while it is being replaced', async () => {
  const site = await aSite();
  const signature = (await site.start(OLDER)).sign('test', 'text');
  const during = await site.start(NEWER, OLDER);
  expect([during.isSigned('test', 'text', signature), during.sign('test', 'text') === signature]).toEqual([true, false]);
  expect((await site.start(NEWER)).isSigned('test', 'text', signature)).toBe(false);
  await site.remove();
});

test('signatures from before COOKIE_SECRET was set stay valid, and new ones use COOKIE_SECRET', async () => {
  const site = await aSite();
  const signature = (await site.start()).sign('delete picture', 'id');
  const later = await site.start(NEWER);
  expect([later.isSigned('delete picture', 'id', signature), later.sign('delete picture', 'id') === signature]).toEqual([
    true,
    false,
  ]);
  await site.remove();
});
