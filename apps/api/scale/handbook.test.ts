import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseNewSubmission } from '@site/contracts';
import { publicHalf } from '@site/releases';
import { TEST_SIGNING_KEY } from '../src/test-support/a-config.ts';
import { aStorage } from '../src/test-support/a-database.ts';
import { aPicture, dataUrl, uploadUntilAnswered } from '../src/test-support/a-picture.ts';
import { aMachine, ARCHIVE, provideArchives, INSTALL, shellOf, WORKSPACE, type Machine } from './a-machine.ts';
import { blocksBelow, commandsBelow } from './operator.ts';
import { serveCommands } from './serve-commands.ts';
import { Releases, stepsIn } from './transcript.ts';

const SETTINGS = 'set -a; . /etc/site.env; set +a; cd /srv/site\n';

let downloads: string;
let archives: Awaited<ReturnType<typeof provideArchives>>;
let machine: Machine;
beforeAll(async () => {
  downloads = await mkdtemp(join(tmpdir(), 'site-archives-'));
  archives = await provideArchives(downloads);
  machine = await aMachine({ downloads, hasSocket: true });
  await machine.operator.run(await commandsBelow(INSTALL));
  await machine.nginx.start([machine.operator.port(3000)]);
});
afterAll(async () => {
  await machine.remove();
  await rm(downloads, { recursive: true, force: true });
});

/** Runs commands that serve until they are stopped, and must then exit with 0. @returns the status of /readyz */
async function serving(commands: string, cwd: string, variables: Readonly<Record<string, string>>): Promise<number> {
  const { url, stop } = await serveCommands(commands, cwd, variables);
  const { status } = await fetch(`${url}/readyz`);
  expect(await stop()).toBe(0);
  return status;
}

test('the steps of `npm start` can be run one by one', async () => {
  const [folder, workspace] = [join(downloads, 'steps'), join(downloads, 'workspace')];
  execFileSync(process.execPath, ['tools/testing/copy-workspace.mjs', workspace], { cwd: WORKSPACE });
  const variables = { DATA_DIR: join(folder, 'data'), RELEASES_DIR: join(folder, 'releases') };
  expect(await serving(await commandsBelow('## Running it'), workspace, variables)).toBe(200);
});

test('the archive is verified, unpacked and served by the commands in the handbook', async () => {
  const [serve = '', verify = ''] = await blocksBelow('## From one file');
  const check = verify.replace(/npx site/, 'node site.mjs').replaceAll('<file>', archives.packed);
  const owner = `RELEASE_SIGNING_KEY='${archives.signingKey}'`;
  expect(await run(check, owner)).toContain('Signature Verified Successfully');
  const folder = await mkdtemp(join(downloads, 'one-file-'));
  const here = serve.replaceAll('/srv', folder).replaceAll(`${ARCHIVE}-linux`, `${downloads}/${ARCHIVE}-linux`);
  expect(await serving(here, folder, {})).toBe(200);
});

let builds = 0;
/** Stands in for `nx build` after a change: makes a build of another version. */
const build = (app: string): string => {
  builds += 1;
  return `sed -i 's/"version": "[^"]*"/"version": "0.1.${builds}"/' apps/${app}/package.json`;
};

/** A command from the handbook, in the form that works in the archive. */
const here = (command: string): string =>
  command
    .replace(/^npx nx build (\S+)/, (_, app: string) => build(app))
    .replaceAll('npx site', 'node site.mjs')
    .replaceAll('https://site.example', machine.nginx.url);

const run = (commands: string, settings = ''): Promise<string> => machine.operator.run(`${SETTINGS}${settings}\n${commands}`);

interface Options {
  /** Which of the blocks below the heading. */
  readonly block?: number;
  readonly settings?: string;
  /** Replaces names in the handbook with those of the machine. */
  readonly as?: (text: string) => string;
  readonly releases?: Releases;
}

/** Runs the commands of a block, and compares what they print with what the handbook shows. */
async function follow(heading: string, { block = 0, settings, as = (text) => text, releases = new Releases() }: Options = {}) {
  const blocks = await blocksBelow(heading);
  for (const { command, lines } of stepsIn(as(blocks[block] ?? ''))) {
    const output = await run(here(releases.inCommand(command)), settings);
    for (const line of lines) releases.learnFrom(line, output);
  }
  return releases;
}

async function aSavedPicture(seed: number): Promise<string> {
  const body = { imageData: dataUrl(await aPicture(seed)), flowerCount: 1 };
  return parseNewSubmission(await (await uploadUntilAnswered(machine.nginx.url, { body })).json()).id;
}
const imageOf = async (id: string): Promise<number> =>
  (await fetch(`${machine.nginx.url}/api/kaleidoscope-submissions/${id}/image`)).status;

test('background jobs are listed', async () => {
  const [{ command = '' } = {}] = stepsIn(await commandsBelow('## Background jobs'));
  expect(await run(here(command))).toMatch(/^sweep the gallery {2}due \d{4}-\d\d-\d\dT[\d:.]+Z$/m);
});

test('the gallery is moderated by commands', async () => {
  const ids = { hidden: await aSavedPicture(1), deleted: await aSavedPicture(2), banned: await aSavedPicture(3) };
  const commands = stepsIn(await commandsBelow('## The gallery')).map(({ command }) => here(command));
  const command = (verb: string, id: string): string =>
    (commands.find((text) => text.includes(`gallery ${verb}`)) ?? `the handbook has no ${verb}`).replace('<id>', id);
  expect(commands).toHaveLength(7);
  await run(command('hide', ids.hidden));
  expect(await run(command('waiting', ''))).toContain(ids.hidden);
  await run([command('restore', ids.hidden), command('delete', ids.deleted), command('ban', ids.banned)].join('\n'));
  expect(await Promise.all([ids.hidden, ids.deleted, ids.banned].map(imageOf))).toEqual([200, 410, 410]);
  const again = { imageData: dataUrl(await aPicture(3)), flowerCount: 1 };
  expect((await uploadUntilAnswered(machine.nginx.url, { body: again })).status).toBe(422);
  await run(command('unban', ids.banned));
  expect((await uploadUntilAnswered(machine.nginx.url, { body: again })).status).toBe(201);
  expect(await run(command('sweep', ''))).toMatch(/^\d+ expired pictures? removed, /m);
});

test('an app is released, rolled back and looked up, a canary is promoted, and releases are shown to someone', async () => {
  const releases = await follow('## Releasing one app');
  const settings = `export RELEASES_DIR=$(pwd)/separate`;
  await run([build('market-prices'), 'node site.mjs release market-prices'].join('\n'), settings);
  await run([build('market-prices'), 'node site.mjs release market-prices --message "weeks in one table"'].join('\n'), settings);
  await follow('## Releasing one app', { block: 1, settings });
  await run(build('market-prices'));
  await follow('### Starting a canary', { releases });
  await follow('### Showing a release to someone', { releases });
  expect(await run('node site.mjs status')).toContain(`market-prices  ${releases.get('0.1.0-6f348ac3866c')} `);

  await run([build('market-prices'), 'node site.mjs canary market-prices --share 0'].join('\n'));
  const said = await run([build('demos-games'), 'node site.mjs canary demos-games --share 0'].join('\n'));
  const previewed = new Releases();
  previewed.learnFrom('demos-games 0.1.0-4c6724b2c4ac is shown to 0% of the visitors (registry 6)', said);
  await follow('### Showing a release to someone', { block: 1, releases: previewed });
  await run('node site.mjs rollback market-prices; node site.mjs rollback demos-games');
});

test('a remote is retired', async () => {
  await follow('### Retiring a remote', { as: (text) => text.replaceAll('weather-station', 'demos-games') });
  expect((await fetch(`${machine.nginx.url}/projects/tennis-ball-gun`)).status).toBe(410);
});

test('a team gets a key, and the owner’s key is replaced', async () => {
  const { operator, nginx } = machine;
  // The owner's key does not stay on the server.
  const key = publicHalf(TEST_SIGNING_KEY);
  await operator.run(`sed -i "s#^RELEASE_SIGNING_KEY=.*#RELEASE_SIGNING_KEY='${key}'#" /etc/site.env`);
  await operator.run(await commandsBelow('### New settings on SQLite'));
  const heading = '### Teams, and releases over the network';
  const [adding, changing] = (await blocksBelow(heading)).map((block) => stepsIn(block));
  const by = (steps: typeof adding, who: string): string =>
    (steps ?? []).flatMap((step) => (step.who === who ? [here(step.command)] : [])).join('\n');
  const team = await run(`(${by(adding, 'team')}; echo "[$RELEASE_SIGNING_KEY]")`);
  const [teamKey = '', teamSecret = ''] = [team.split('\n')[0], /\[(.*)\]/.exec(team)?.[1]];
  const owner = `RELEASE_SIGNING_KEY='${TEST_SIGNING_KEY}'`;
  expect(await run(`(${by(adding, 'owner').replace('<public key>', teamKey)})`, owner)).toContain('may release market-prices');
  const release = `${build('market-prices')}\nnode site.mjs release market-prices --to ${nginx.url}`;
  expect(await run(release, `RELEASE_SIGNING_KEY='${teamSecret}'`)).toContain('is live');
  expect(
    await run(`(${by(changing, 'owner')}; node site.mjs release market-prices --message again --to ${nginx.url})`, owner),
  ).toMatch(/the owner's key is [0-9a-f]{12} from now on/);
});

test('the site moves to PostgreSQL and a bucket, with its pictures and releases', async () => {
  const { operator } = machine;
  const storage = await aStorage();
  try {
    const id = await aSavedPicture(4);
    const shell = await shellOf(machine);
    await operator.run('systemctl stop site@3000');
    const lines = Object.entries({ ...storage.variables, RELEASE_STORE: 'database' }).map(
      ([name, value]) => `${name}='${value}'`,
    );
    await operator.run(`cat >> /etc/site.env <<'END'\n${lines.join('\n')}\nEND`);
    await run(here(await commandsBelow('## From SQLite to PostgreSQL')), 'unset RELEASE_STORE');
    await run(here(await commandsBelow('## Several processes')));
    // The copies of releases are made again.
    await run('rm -r "$RELEASES_DIR"; systemctl start site@3000');
    await run('curl -fsS --retry 120 --retry-all-errors --retry-delay 1 http://127.0.0.1:3000/readyz');
    expect([await imageOf(id), await shellOf(machine)]).toEqual([200, shell]);
  } finally {
    await operator.run('systemctl stop site@3000');
    await storage.remove();
  }
});

test('every section of the handbook with a block of commands is named by a test', async () => {
  const text = await readFile(join(WORKSPACE, 'docs/operations.md'), 'utf8');
  const headings = text.split(/^(?=##)/m).flatMap((section) => (section.includes('```') ? [section.split('\n')[0] ?? ''] : []));
  const files = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.ts'));
  const tests = await Promise.all(files.map((name) => readFile(join(import.meta.dirname, name), 'utf8')));
  const named = ['SQLite', 'PostgreSQL']
    .flatMap((system) => tests.map((source) => source.replaceAll('${system}', system)))
    .join('\n');
  expect(headings.filter((heading) => !named.includes(`'${heading}'`) && !named.includes(`\`${heading}\``))).toEqual([]);
});
