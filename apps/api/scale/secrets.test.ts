import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseNewSubmission } from '@site/contracts';
import { aStorage, type TestStorage } from '../src/test-support/a-database.ts';
import { administer } from '../src/test-support/administer.ts';
import { TEST_PASSWORD, TEST_PASSWORD_HASH } from '../src/test-support/a-password.ts';
import { aPicture, dataUrl, uploadUntilAnswered } from '../src/test-support/a-picture.ts';
import { aMachine, provideArchives, INSTALL, shellOf, type Machine } from './a-machine.ts';
import { commandsBelow } from './operator.ts';
import { Visitors } from './visitors.ts';

const OWNER_TOKEN = 'o'.repeat(64);
const COOKIE_SECRET = 'c'.repeat(64);

let downloads: string;
beforeAll(async () => {
  downloads = await mkdtemp(join(tmpdir(), 'site-archives-'));
  await provideArchives(downloads);
});
afterAll(() => rm(downloads, { recursive: true, force: true }));

const aMachineWithSecrets = (variables: Readonly<Record<string, string>>, hasSocket: boolean): Promise<Machine> =>
  aMachine({
    downloads,
    hasSocket,
    variables: { ...variables, OWNER_TOKEN, COOKIE_SECRET, OWNER_PASSWORD_HASH: TEST_PASSWORD_HASH },
  });

/** What a client got from the site before its secrets were replaced. */
interface Held {
  /** Uses it. Returns the statuses of the owner's page and of deleting the picture, and whether the release is still the same. */
  readonly use: () => Promise<readonly (number | string)[]>;
}

async function hold({ url }: { readonly url: string }, machine: Machine): Promise<Held> {
  const login = await fetch(`${url}/owner/login`, {
    method: 'POST',
    body: new URLSearchParams({ password: TEST_PASSWORD }),
    redirect: 'manual',
  });
  const Cookie = login.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  const response = await uploadUntilAnswered(url, { body: { imageData: dataUrl(await aPicture(77)), flowerCount: 1 } });
  const { id, deleteToken } = parseNewSubmission(await response.json());
  const release = await shellOf(machine);
  return {
    use: async () => {
      const page = await fetch(`${url}/owner`, { headers: { Cookie }, redirect: 'manual' });
      const deleted = await fetch(`${url}/api/kaleidoscope-submissions/${id}`, {
        method: 'DELETE',
        headers: { 'X-Delete-Token': deleteToken },
      });
      return [page.status, deleted.status, (await shellOf(machine)) === release ? 'the same release' : 'another release'];
    },
  };
}

const metrics = async (url: string, token: string): Promise<number> =>
  (await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${token}` } })).status;

/** The owner's tokens in the settings. */
async function tokens({ operator }: Machine): Promise<readonly string[]> {
  const said = await operator.run('(. /etc/site.env; echo "[$OWNER_TOKEN]")');
  return (/\[(.*)\]/.exec(said)?.[1] ?? '').split(',');
}

/**
 * Replaces the secrets with the commands in the handbook, and then removes the old token.
 *
 * @param renew commands that start processes with the new settings, the first and the second time
 * @returns requests that failed meanwhile
 */
async function replaceSecrets(machine: Machine, renew: readonly [string, string]): Promise<readonly string[]> {
  const { operator, nginx } = machine;
  const held = await hold(nginx, machine);
  const visitors = new Visitors(nginx.url, await shellOf(machine));
  try {
    await visitors.more(1);
    await operator.run(await commandsBelow('## Changing secrets'));
    await operator.run(renew[0]);
    const [next = '', old = '', ...others] = await tokens(machine);
    expect([next, old, others]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), OWNER_TOKEN, []]);
    expect([await metrics(nginx.url, next), await metrics(nginx.url, old)]).toEqual([200, 200]);
    expect(await held.use()).toEqual([200, 204, 'the same release']);
    await visitors.more(1);

    await operator.run(await commandsBelow('### The old token'));
    await operator.run(renew[1]);
    expect([await metrics(nginx.url, next), await metrics(nginx.url, old)]).toEqual([200, 404]);
    await visitors.more(1);
  } finally {
    await visitors.leave();
  }
  return (await visitors.leave()).failures;
}

test('the secrets of a site on SQLite are replaced under load: no request fails, and sessions, delete tokens and releases stay valid', async () => {
  const machine = await aMachineWithSecrets({}, true);
  try {
    await machine.operator.run(await commandsBelow(INSTALL));
    await machine.nginx.start([machine.operator.port(3000)]);
    const restart = await commandsBelow('### New settings on SQLite');
    expect(await replaceSecrets(machine, [restart, restart])).toEqual([]);
  } finally {
    await machine.remove();
  }
});

/** Gives the storage's database to a role of its own, as on a real server. @param role its new owner */
async function withRole({ variables }: TestStorage, role: string): Promise<Readonly<Record<string, string>>> {
  const url = new URL(variables['DATABASE_URL'] ?? '');
  await administer(`CREATE ROLE ${role} LOGIN PASSWORD 'first'`);
  await administer(`ALTER DATABASE ${url.pathname.slice(1)} OWNER TO ${role}`);
  url.username = role;
  url.password = 'first';
  return { ...variables, DATABASE_URL: url.toString() };
}

test('the secrets of two processes on PostgreSQL, including the database’s, are replaced under load: no request fails, and sessions, delete tokens and releases stay valid', async () => {
  const storage = await aStorage();
  const role = storage.variables['S3_BUCKET']?.replace('test-', 'site_') ?? '';
  const machine = await aMachineWithSecrets(await withRole(storage, role), false);
  try {
    const { operator, nginx } = machine;
    const commands = await commandsBelow(INSTALL);
    await operator.run(commands.replace(/^systemctl .*$/m, 'systemctl enable --now site@3001 site@3002'));
    await nginx.start([operator.port(3001), operator.port(3002)]);
    const inRole = async (heading: string) => (await commandsBelow(heading)).replaceAll(/\bsite(?=_2\b|;| )/g, role);
    await administer(await inRole('### The database password'));
    await operator.run(`sed -i "s#//${role}:first@#//${role}_2:<password>@#" /etc/site.env`);
    const renew = await commandsBelow('### New settings on PostgreSQL');
    const exchange: Readonly<Record<string, string>> = { 3001: '3003', 3002: '3004', 3003: '3001', 3004: '3002' };
    const back = renew.replace(/300[1-4]/g, (port) => exchange[port] ?? port);
    expect(await replaceSecrets(machine, [renew, back])).toEqual([]);
    await administer(`ALTER ROLE ${role} NOLOGIN`);
    // The processes open new connections, which is possible only with the new role.
    expect((await fetch(`${nginx.url}/readyz`)).status).toBe(200);
  } finally {
    await machine.remove();
    await storage.remove();
    await administer(`DROP ROLE ${role}_2`);
    await administer(`DROP ROLE ${role}`);
  }
});
