import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseWeeklyReport } from '@site/contracts';
import { DataSource } from 'typeorm';
import { migrateSite } from './commands/migrate.command.ts';
import { sqliteOptions } from './database/open-database.ts';
import { startServer } from './start-server.ts';
import { anEnvironment } from './test-support/a-config.ts';
import { sendsHtml, sendsJson } from './test-support/a-fault-upstream.ts';
import { aMarsRow, anEnvelope } from './test-support/a-mars-row.ts';
import { reportFrom } from './test-support/report-from.ts';
import { serversInAFolder, USDA_KEY, type ServersInAFolder } from './test-support/servers-in-a-folder.ts';
import { until } from './test-support/until.ts';

describe('the server', () => {
  let servers: ServersInAFolder;
  beforeEach(async () => {
    servers = await serversInAFolder();
  });
  afterEach(() => servers.remove());

  test('serves sample egg prices through the real client if USDA_SOURCE is sample', async () => {
    const { url } = await servers.start({ USDA_SOURCE: 'sample' });
    const report = parseWeeklyReport(await (await reportFrom(url)).json());
    const national = report.currentWeekData.filter((record) => record.region === 'NATIONAL');
    expect(report).toMatchObject({ source: 'sample', stale: false, droppedRows: 0 });
    expect(national.reduce((sum, record) => sum + (record.store_count ?? 0), 0)).toBe(18_314);
  });

  test('accepts requests from a page at any of its names', async () => {
    const { url } = await servers.start();
    const { port } = new URL(url);
    for (const name of ['127.0.0.1', '[::1]', 'localhost']) {
      const origin = `http://${name}:${port}`;
      const response = await fetch(`${origin}/api/telemetry`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: origin },
        body: '{}',
      });
      // The empty object is rejected only after the origin has been accepted.
      expect([name, response.status, await response.json()]).toMatchObject([name, 400, { code: 'invalid_body' }]);
    }
  });

  test("shows the owner's pages at any of its names on this machine, without any setting", async () => {
    const { url } = await servers.start();
    for (const name of ['127.0.0.1', '[::1]', 'localhost'])
      expect([name, (await fetch(`http://${name}:${new URL(url).port}/owner`)).status]).toEqual([name, 200]);
  });

  test('responds with 503 without a key, and does not serve the stored sample copy', async () => {
    const sample = await servers.start({ USDA_SOURCE: 'sample' });
    expect((await reportFrom(sample.url)).status).toBe(200);
    await sample.close();

    const { url } = await servers.start();
    const response = await fetch(`${url}/api/weekly-egg-report`);
    expect([response.status, await response.json()]).toMatchObject([503, { apiKeyConfigured: false }]);
  });

  test('serves the stored copy after a restart while USDA is down, and never shows the key', async () => {
    const upstream = await servers.usda(sendsJson(anEnvelope([aMarsRow()])), sendsHtml(403));
    const variables = { USDA_API_KEY: USDA_KEY, USDA_BASE_URL: upstream.baseUrl, LOG_LEVEL: 'trace' };
    const first = await servers.start(variables);
    const fresh = await (await reportFrom(first.url)).text();
    await first.close();

    const database = await new DataSource(sqliteOptions(join(servers.folder, 'data'))).initialize();
    await database.query(`UPDATE upstream_copy SET fetched_at = '2020-01-01T00:00:00.000Z'`);
    await database.destroy();
    const second = await servers.start(variables);
    const old = await (await fetch(`${second.url}/api/weekly-egg-report`)).text();
    expect(parseWeeklyReport(JSON.parse(old))).toMatchObject({
      source: 'live',
      stale: true,
      currentWeekData: [{ price_avg: 1.42 }],
    });

    await until(() => servers.logText().includes('usda-refresh-failed'));
    await second.close();
    expect(servers.logText()).toContain('USDA_KEY_REFUSED');
    expect(fresh + old + servers.logText()).not.toContain(USDA_KEY);
    expect(fresh + old + servers.logText()).not.toContain(Buffer.from(`${USDA_KEY}:`).toString('base64'));
  });

  test('says in one sentence that its port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await expect(servers.start({ PORT: String(port) })).rejects.toMatchObject({
      message: `Port ${port} is taken; stop the other program or set PORT`,
    });
    await new Promise((resolve) => other.close(resolve));
  });

  test('names an invalid variable instead of starting', async () => {
    await expect(servers.start({ PORT: 'eighty' })).rejects.toThrow(/^PORT must be a whole number/);
  });

  test('refuses to start, and leaves nothing open, when nothing was ever released', async () => {
    await expect(servers.start({ RELEASES_DIR: join(servers.folder, 'empty') })).rejects.toThrow(/npx site release shell/);
  });

  test('refuses to start without a database or with one of another release, and leaves nothing behind', async () => {
    const variables = anEnvironment(servers.folder);
    const refused = startServer(variables, { logTo: { write: () => undefined } });
    await expect(refused).rejects.toThrow('there is none: check that the folder is right, or create one with `npx site migrate`');
    expect(existsSync(variables['DATA_DIR'] ?? '')).toBe(false);
    await migrateSite(variables);
    const database = await new DataSource(sqliteOptions(join(servers.folder, 'data'))).initialize();
    await database.query(`INSERT INTO migrations (timestamp, name) VALUES (1999000000000, 'OfALaterRelease1999000000000')`);
    await database.query(`UPDATE oldest_release SET last_migration = 'OfALaterRelease1999000000000'`);
    await database.destroy();
    const tooNew = startServer(variables, { logTo: { write: () => undefined } });
    await expect(tooNew).rejects.toThrow('its tables are from a newer version (last migration OfALaterRelease1999000000000)');
  });
});
