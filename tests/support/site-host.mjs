// Runs the servers of one worker, in a process of its own. In the worker itself every module of the server would pass through
// Playwright's loader, which takes twice the processor time, and the server would share its thread with the test.
import { migrateSite } from '../../apps/api/dist/commands/migrate.command.js';
import { startServer } from '../../apps/api/dist/start-server.js';

/** Lines that are kept; a test that fails needs the last ones. */
const MAX_LINES = 100;

let lines = [];
const servers = new Map();

/** Keeps what explains a failure: warnings, errors, and requests that were refused. */
const keptLog = {
  write(text) {
    const { level, status = 200 } = JSON.parse(text);
    if (level === 'info' && status < 400) return;
    lines.push(text.trimEnd());
    if (lines.length > MAX_LINES) lines.shift();
  },
};

const tasks = {
  async start(settings) {
    await migrateSite(settings);
    const server = await startServer(settings, { logTo: keptLog });
    servers.set(server.url, server);
    return server.url;
  },
  async close(url) {
    await servers.get(url)?.close();
    servers.delete(url);
  },
  takeLog() {
    const taken = lines;
    lines = [];
    return taken;
  },
};

process.on('message', async ({ id, task, input }) => {
  try {
    process.send({ id, result: await tasks[task](input) });
  } catch (error) {
    process.send({ id, error: error.message });
  }
});
// The worker has ended.
process.on('disconnect', () => process.exit());
