import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { sendsJson } from './test-support/a-fault-upstream.ts';
import { aMarsRow, anEnvelope } from './test-support/a-mars-row.ts';
import { serversInAFolder, USDA_KEY, type ServersInAFolder } from './test-support/servers-in-a-folder.ts';
import { until } from './test-support/until.ts';

function get(url: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    httpRequest(url, { agent }, (response) => resolve(response.resume()))
      .on('error', reject)
      .end();
  });
}

describe('the server', () => {
  let servers: ServersInAFolder;
  beforeEach(async () => {
    servers = await serversInAFolder();
  });
  afterEach(() => servers.remove());

  test('stops while a browser keeps its connection open', async () => {
    const { url, close } = await servers.start();
    const agent = new Agent({ keepAlive: true });
    await get(`${url}/healthz`, agent);
    await close();
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    agent.destroy();
  });

  test('finishes the request in flight before it stops, and accepts no new one', async () => {
    const upstream = await servers.usda((response) => {
      setTimeout(() => sendsJson(anEnvelope([aMarsRow()]))(response, response.req), 300);
    });
    const { url, close } = await servers.start({ USDA_API_KEY: USDA_KEY, USDA_BASE_URL: upstream.baseUrl });
    const inFlight = fetch(`${url}/api/weekly-egg-report`);
    await until(() => upstream.requests.length > 0);
    const closing = close();
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    expect((await inFlight).status).toBe(200);
    await closing;
  });

  test('may be closed twice', async () => {
    const { close, url } = await servers.start();
    await Promise.all([close(), close()]);
    await close();
    await expect(fetch(url)).rejects.toThrow();
  });
});
