// Runs one worker's servers in a separate process. In the worker itself every module of the server would pass through Playwright's
// loader, which takes twice the processor time, and the server would share its thread with the test.
import { setImmediate } from 'node:timers/promises';
import { migrateSite } from '../../apps/api/dist/commands/migrate.command.js';
import { startServer } from '../../apps/api/dist/start-server.js';

const servers = new Map();

const send = (message) =>
  process.send(message, (error) => {
    // The worker has ended.
    if (error) process.exit();
  });

/** Keeps what explains a failure: warnings, errors, and requests that were refused. */
const keptLog = {
  write(text) {
    const { level, status = 200 } = JSON.parse(text);
    if (level !== 'info' || status >= 400) send({ line: text.trimEnd() });
  },
};

const tasks = {
  async start(id, settings) {
    await migrateSite(settings);
    const server = await startServer(settings, { logTo: keptLog });
    servers.set(id, server);
    return server.url;
  },
  async close(_id, started) {
    await servers.get(started).close();
    servers.delete(started);
  },
  /** A request is logged when its response is closed, which a client may see first. What is logged until then is sent before the reply. */
  flush: () => setImmediate(),
};

process.on('message', async ({ id, task, input }) => {
  try {
    send({ id, result: await tasks[task](id, input) });
  } catch (error) {
    send({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
process.on('disconnect', () => process.exit());
// A terminal sends its signal to the workers' processes as well. The worker closes its servers first, then ends this process.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
