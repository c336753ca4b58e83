import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseNewSubmission, type NewSubmission } from '@site/contracts';
import { aStorage } from '../src/test-support/a-database.ts';
import { aPicture, dataUrl, uploadUntilAnswered } from '../src/test-support/a-picture.ts';
import { aMachine, provideArchives, INSTALL, shellOf, type Machine } from './a-machine.ts';
import { commandsBelow } from './operator.ts';
import { Visitors } from './visitors.ts';

const GALLERY = '/api/kaleidoscope-submissions';
const LOST_MACHINE = '### A lost machine';
/** Limit for recovering a site on an empty machine; an idle one takes a few seconds. */
const MAX_MS = 300_000;

let downloads: string;
beforeAll(async () => {
  downloads = await mkdtemp(join(tmpdir(), 'site-archives-'));
  await provideArchives(downloads);
});
afterAll(() => rm(downloads, { recursive: true, force: true }));

/** What the timer's unit runs. */
async function nightly(): Promise<string> {
  const unit = await readFile(resolve(import.meta.dirname, '../../../docs/examples/site-backup.service'), 'utf8');
  const commands = [...unit.matchAll(/^Exec(?:Start|StopPost)=\/usr\/bin\/node (.+)$/gm)].map(
    ([, command]) => `node ${command}\n`,
  );
  expect(commands).toHaveLength(2);
  return `cd /srv/site\n${commands.join('')}`;
}

async function save({ nginx }: Machine, seed: number): Promise<NewSubmission> {
  const response = await uploadUntilAnswered(nginx.url, { body: { imageData: dataUrl(await aPicture(seed)), flowerCount: 1 } });
  expect(response.status).toBe(201);
  return parseNewSubmission(await response.json());
}

const deletePicture = ({ nginx }: Machine, { id, deleteToken }: NewSubmission): Promise<Response> =>
  fetch(`${nginx.url}${GALLERY}/${id}`, { method: 'DELETE', headers: { 'X-Delete-Token': deleteToken } });

async function statuses({ nginx }: Machine, ids: readonly string[]): Promise<number[]> {
  return Promise.all(ids.map(async (id) => (await fetch(`${nginx.url}${GALLERY}/${id}/image`)).status));
}

interface Lost {
  /** Every picture that was acknowledged before the backup began. */
  readonly ids: readonly string[];
  readonly first: NewSubmission;
  readonly shell: string;
}

/** A site makes a backup under load, and then its machine is lost. @param place where the backups are */
async function loseAfterBackup(machine: Machine, units: string, ports: readonly number[], place: string): Promise<Lost> {
  const { operator, nginx } = machine;
  const commands = await commandsBelow(INSTALL);
  await operator.run(commands.replace(/^systemctl .*$/m, `systemctl enable --now ${units}`));
  await nginx.start(ports.map((port) => operator.port(port)));
  const shell = await shellOf(machine);
  const first = await save(machine, 9_000);
  const visitors = new Visitors(nginx.url, shell);
  await visitors.more(3);
  const ids = [first.id, ...(await visitors.acknowledged())];
  const said = await operator.run((await nightly()).replaceAll('/backups', place));
  expect(said).toMatch(/is complete, and can be restored\n/);
  await visitors.more(1);
  const { failures } = await visitors.leave();
  expect(failures).toEqual([]);
  await machine.remove();
  return { ids, first, shell };
}

/** Runs the handbook's commands on an empty machine. */
async function recover(machine: Machine, units: string, ports: readonly number[], place: string, lost: Lost): Promise<void> {
  const { operator, nginx } = machine;
  const started = performance.now();
  const commands = await commandsBelow(LOST_MACHINE);
  await operator.run(
    commands
      .replaceAll('/backups', place)
      .replace(/^systemctl .*$/m, `systemctl enable --now ${units}`)
      .replace('3000/readyz', `${ports[0]}/readyz`),
  );
  await nginx.start(ports.map((port) => operator.port(port)));
  expect(await shellOf(machine)).toBe(lost.shell);
  const tookMs = performance.now() - started;
  console.log(`Serving again after ${Math.round(tookMs)} ms, with ${lost.ids.length} pictures`);
  expect(tookMs).toBeLessThan(MAX_MS);
  expect(new Set(await statuses(machine, lost.ids))).toEqual(new Set([200]));
}

test('the handbook’s commands restore a site on SQLite whose machine is lost, with everything acknowledged before the backup, and roll it back to an earlier state', async () => {
  const place = await mkdtemp(join(tmpdir(), 'site-backups-'));
  const units = 'site@3000.socket site@3000.service';
  const lost = await loseAfterBackup(await aMachine({ downloads, hasSocket: true, backups: place }), units, [3000], '/backups');
  const machine = await aMachine({ downloads, hasSocket: true, backups: place });
  try {
    await recover(machine, units, [3000], '/backups', lost);
    // Its delete token is still valid, and what it deletes stays deleted.
    expect((await deletePicture(machine, lost.first)).status).toBe(204);
    const later = await save(machine, 9_001);
    const at = new Date().toISOString();
    await delay(1_000);
    await machine.operator.run(await commandsBelow('## Backup'));

    const commands = await commandsBelow('### An earlier state');
    await machine.operator.run(commands.replace(/--at \S+/, `--at ${at}`));
    const [first = '', ...others] = lost.ids;
    expect(await statuses(machine, [first, later.id])).toEqual([410, 404]);
    expect(new Set(await statuses(machine, others))).toEqual(new Set([200]));
  } finally {
    await machine.remove();
    await rm(place, { recursive: true, force: true });
  }
});

test('two processes on PostgreSQL with releases in the bucket are recovered from a backup in another bucket', async () => {
  const [old, empty, backups] = [await aStorage(), await aStorage(), await aStorage()];
  const place = `s3://${backups.variables['S3_BUCKET']}/site`;
  const units = 'site@3001 site@3002';
  const at = ({ variables }: typeof old) =>
    aMachine({ downloads, hasSocket: false, variables: { ...variables, RELEASE_STORE: 'database' } });
  const lost = await loseAfterBackup(await at(old), units, [3001, 3002], place);
  await old.remove();
  const machine = await at(empty);
  try {
    await recover(machine, units, [3001, 3002], place, lost);
    expect((await deletePicture(machine, lost.first)).status).toBe(204);
  } finally {
    await machine.remove();
    await empty.remove();
    await backups.remove();
  }
});
