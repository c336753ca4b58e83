import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { migrateSite } from './commands/migrate.command.ts';
import { startServer, type RunningServer } from './start-server.ts';
import { aFolder, anEnvironment, TEST_SIGNING_KEY } from './test-support/a-config.ts';
import { aFaultUpstream, sendsJson, type Answer, type FaultUpstream } from './test-support/a-fault-upstream.ts';
import { aMarsRow, anEnvelope } from './test-support/a-mars-row.ts';
import { aReleaseFolder } from './test-support/a-release-folder.ts';

const KEY = 'canary-key-7f3a';

function get(url: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    httpRequest(url, { agent }, (response) => resolve(response.resume()))
      .on('error', reject)
      .end();
  });
}

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

  test('stops while a browser keeps its connection open', async () => {
    const { url, close } = await start();
    const agent = new Agent({ keepAlive: true });
    await get(`${url}/healthz`, agent);
    await close();
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    agent.destroy();
  });

  test('finishes the request in flight before it stops, and accepts no new one', async () => {
    const upstream = await usda((response) => {
      setTimeout(() => sendsJson(anEnvelope([aMarsRow()]))(response, response.req), 300);
    });
    const { url, close } = await start({ USDA_API_KEY: KEY, USDA_BASE_URL: upstream.baseUrl });
    const inFlight = fetch(`${url}/api/weekly-egg-report`);
    while (upstream.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const closing = close();
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    expect((await inFlight).status).toBe(200);
    await closing;
  });

  test('may be closed twice', async () => {
    const { close, url } = await start();
    await Promise.all([close(), close()]);
    await close();
    await expect(fetch(url)).rejects.toThrow();
  });
});
