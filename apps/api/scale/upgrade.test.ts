import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { aStorage } from '../src/test-support/a-database.ts';
import {
  aMachine,
  ARCHIVE,
  provideArchives,
  INSTALL,
  makeArchive,
  shellOf,
  unpack,
  WORKSPACE,
  type Machine,
} from './a-machine.ts';
import { makeNext } from './next-version.ts';
import { commandsBelow } from './operator.ts';
import { Visitors, type Visits } from './visitors.ts';

/** Names in docs/operations.md. */
const [OLD, NEW] = [ARCHIVE, 'site-0.2.0-0a1b2c3d4e5f'];
/** An archive of `npm run pack` to upgrade from. */
const { UPGRADE_FROM } = process.env;

/** Folder with two archives, named as in the documentation. */
let archives: string;

/** The version of these sources, and the one after it; if UPGRADE_FROM is set, that archive and the version of these sources. */
beforeAll(async () => {
  archives = await mkdtemp(join(tmpdir(), 'site-archives-'));
  const { packed } = await provideArchives(archives);
  if (UPGRADE_FROM) {
    await unpack(resolve(WORKSPACE, UPGRADE_FROM), join(archives, OLD));
    makeArchive(join(archives, OLD));
    await unpack(packed, join(archives, NEW));
  } else {
    await unpack(packed, join(archives, OLD));
    await makeNext(join(archives, OLD), join(archives, NEW));
  }
  makeArchive(join(archives, NEW));
});
afterAll(() => rm(archives, { recursive: true, force: true }));

/** Upgrades and rolls back. @param ports of a process before and after */
async function upgradeAndRollBack(machine: Machine, system: string, ports: readonly [number, number], visitors: Visitors) {
  const { operator } = machine;
  const [before, after] = ports.map((port) => `readlink /proc/$pid_${operator.port(port)}/cwd`);
  const first = await shellOf(machine);
  await visitors.more(2);

  const upgrade = await operator.run(await commandsBelow(`### On ${system}`));
  expect(await operator.run(after ?? '')).toContain(`/srv/${NEW}\n`);
  if (!UPGRADE_FROM) {
    expect(upgrade).toContain('AddCaption1999000000000 was applied\n');
    expect(await shellOf(machine)).toMatch(/^0\.2\.0-/);
  }
  await visitors.more(2);

  await operator.run(await commandsBelow(`### Rolling back on ${system}`));
  expect(await operator.run(before ?? '')).toContain(`/srv/${OLD}\n`);
  expect(await shellOf(machine)).toBe(first);
  await visitors.more(2);
}

/** What visitors see while the site is upgraded and rolled back. */
async function visitsMeanwhile(machine: Machine, system: string, ports: readonly [number, number]): Promise<Visits> {
  const { nginx, operator } = machine;
  const visitors = new Visitors(nginx.url, await shellOf(machine));
  try {
    await upgradeAndRollBack(machine, system, ports, visitors);
  } finally {
    await visitors.leave();
  }
  const visits = await visitors.leave();
  const images = visits.pictures.map(async (id) => (await fetch(`${nginx.url}/api/kaleidoscope-submissions/${id}/image`)).status);
  expect(new Set(await Promise.all(images))).toEqual(new Set([200]));
  // The tables are still those of the new version.
  expect(await operator.run(`cd /srv/${NEW}\nnode site.mjs migrate`)).toContain('the tables are already up to date');
  return visits;
}

// The systemd socket keeps the requests that arrive during the restart. How long they wait: `npm run bench -- upgrade`.
test('a site on SQLite is upgraded and rolled back under load: no request fails', async () => {
  const machine = await aMachine({ downloads: archives, hasSocket: true });
  try {
    const { nginx, operator } = machine;
    await operator.run(await commandsBelow(INSTALL));
    await nginx.start([operator.port(3000)]);
    const { failures } = await visitsMeanwhile(machine, 'SQLite', [3000, 3000]);
    expect(failures).toEqual([]);
  } finally {
    await machine.remove();
  }
});

test.each([
  ['a folder', 'folder'],
  ['the database and the bucket', 'database'],
])(
  'two processes on PostgreSQL, with releases in %s, are upgraded and rolled back under load: no request fails',
  async (_, place) => {
    const storage = await aStorage();
    const variables = { ...storage.variables, RELEASE_STORE: place };
    const machine = await aMachine({ downloads: archives, variables, hasSocket: false });
    try {
      const { nginx, operator } = machine;
      const commands = await commandsBelow(INSTALL);
      await operator.run(commands.replace(/^systemctl .*$/m, 'systemctl enable --now site@3001 site@3002'));
      await nginx.start([operator.port(3001), operator.port(3002)]);
      const { failures } = await visitsMeanwhile(machine, 'PostgreSQL', [3001, 3003]);
      expect(failures).toEqual([]);
    } finally {
      await machine.remove();
      await storage.remove();
    }
  },
);
