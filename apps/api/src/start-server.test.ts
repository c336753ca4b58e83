import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseWeeklyReport } from '@site/contracts';
import { DataSource } from 'typeorm';
import { migrateSite } from './commands/migrate.command.ts';
import { sqliteOptions } from './database/open-database.ts';
import { startServer, type RunningServer } from './start-server.ts';
import { aFolder, anEnvironment, TEST_SIGNING_KEY } from './test-support/a-config.ts';
import { aFaultUpstream, sendsHtml, sendsJson, type Answer, type FaultUpstream } from './test-support/a-fault-upstream.ts';
import { aMarsRow, anEnvelope } from './test-support/a-mars-row.ts';
import { aReleaseFolder } from './test-support/a-release-folder.ts';

const KEY = 'canary-key-7f3a';

describe('the server', () => {
  let folder: Awaited<ReturnType<typeof aFolder>>;
  let servers: RunningServer[];
  let lines: string[];
  let upstreams: FaultUpstream[];

  beforeEach(async () => {
    folder = await aFolder();
    servers = [];
    lines = [];
    upstreams = [];
    await aReleaseFolder(join(folder.path, 'releases'), TEST_SIGNING_KEY);
  });
  afterEach(async () => {
    await Promise.all([...servers, ...upstreams].map((server) => server.close()));
    await folder.remove();
  });

  async function start(variables: Record<string, string> = {}): Promise<RunningServer> {
    await migrateSite(anEnvironment(folder.path));
    const server = await startServer(anEnvironment(folder.path, variables), { logTo: { write: (line) => lines.push(line) } });
    servers.push(server);
    return server;
  }

  async function usda(...answers: readonly Answer[]): Promise<FaultUpstream> {
    const upstream = await aFaultUpstream(...answers);
    upstreams.push(upstream);
    return upstream;
  }

  test('serves sample egg prices through the real client if that is configured', async () => {
    const { url } = await start({ USDA_SOURCE: 'sample' });
    const response = await fetch(`${url}/api/weekly-egg-report`);
    const report = parseWeeklyReport(await response.json());
    const national = report.currentWeekData.filter((record) => record.region === 'NATIONAL');
    expect(report).toMatchObject({ source: 'sample', stale: false, droppedRows: 0 });
    expect(national.reduce((sum, record) => sum + (record.store_count ?? 0), 0)).toBe(18_314);
  });

  test('takes what a page at any of its names sends', async () => {
    const { url } = await start();
    const { port } = new URL(url);
    for (const name of ['127.0.0.1', '[::1]', 'localhost']) {
      const origin = `http://${name}:${port}`;
      const response = await fetch(`${origin}/api/telemetry`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: origin },
        body: '{}',
      });
      // What is sent is nothing; what matters is that it was looked at.
      expect([name, response.status, await response.json()]).toMatchObject([name, 400, { code: 'invalid_body' }]);
    }
  });

  test('responds with 503 without a key, and does not serve the stored sample copy', async () => {
    const sample = await start({ USDA_SOURCE: 'sample' });
    await (await fetch(`${sample.url}/api/weekly-egg-report`)).text();
    await sample.close();

    const { url } = await start();
    const response = await fetch(`${url}/api/weekly-egg-report`);
    expect([response.status, await response.json()]).toMatchObject([503, { apiKeyConfigured: false }]);
  });

  test('serves the stored copy after a restart while USDA is down, and shows the key nowhere', async () => {
    const upstream = await usda(sendsJson(anEnvelope([aMarsRow()])), sendsHtml(403));
    const variables = { USDA_API_KEY: KEY, USDA_BASE_URL: upstream.baseUrl, LOG_LEVEL: 'trace' };
    const first = await start(variables);
    const fresh = await (await fetch(`${first.url}/api/weekly-egg-report`)).text();
    await first.close();

    const database = await new DataSource(sqliteOptions(join(folder.path, 'data'))).initialize();
    await database.query(`UPDATE upstream_copy SET fetched_at = '2020-01-01T00:00:00.000Z'`);
    await database.destroy();
    const second = await start(variables);
    const old = await (await fetch(`${second.url}/api/weekly-egg-report`)).text();
    expect(parseWeeklyReport(JSON.parse(old))).toMatchObject({
      source: 'live',
      stale: true,
      currentWeekData: [{ price_avg: 1.42 }],
    });

    while (!lines.join('').includes('usda-refresh-failed')) await new Promise((resolve) => setTimeout(resolve, 5));
    await second.close();
    expect(lines.join('')).toContain('USDA_KEY_REFUSED');
    expect(fresh + old + lines.join('')).not.toContain(KEY);
    expect(fresh + old + lines.join('')).not.toContain(Buffer.from(`${KEY}:`).toString('base64'));
  });

  test('says in one sentence that its port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await expect(start({ PORT: String(port) })).rejects.toMatchObject({
      message: `Port ${port} is taken; stop the other program or set PORT`,
    });
    await new Promise((resolve) => other.close(resolve));
  });

  test('names an invalid variable instead of starting', async () => {
    await expect(start({ PORT: 'eighty' })).rejects.toThrow(/^PORT must be a whole number/);
  });

  test('refuses to start, and leaves nothing open, when nothing was ever released', async () => {
    await expect(start({ RELEASES_DIR: join(folder.path, 'empty') })).rejects.toThrow(/npx site release shell/);
  });

  test('refuses to start without a database or with one of another release, and leaves nothing behind', async () => {
    const variables = anEnvironment(folder.path);
    const refused = startServer(variables, { logTo: { write: () => undefined } });
    await expect(refused).rejects.toThrow('there is none: check that the folder is right, or create one with `npx site migrate`');
    expect(existsSync(variables['DATA_DIR'] ?? '')).toBe(false);
    await migrateSite(variables);
    const database = await new DataSource(sqliteOptions(join(folder.path, 'data'))).initialize();
    await database.query(`INSERT INTO migrations (timestamp, name) VALUES (1999000000000, 'OfALaterRelease1999000000000')`);
    await database.query(`UPDATE oldest_release SET last_migration = 'OfALaterRelease1999000000000'`);
    await database.destroy();
    const tooNew = startServer(variables, { logTo: { write: () => undefined } });
    await expect(tooNew).rejects.toThrow('its tables are from a newer release (OfALaterRelease1999000000000)');
  });
});
