import type { RunningServer } from './start-server.ts';

/** After this the process ends, whatever still runs. */
const STOP_MS = 9_500;

export function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** Says where the site runs, and lets it finish what it can at the first SIGTERM or SIGINT. */
export function runUntilSignal(server: RunningServer): void {
  process.stdout.write(`The site runs at ${server.url}\n`);
  const stop = (): void => {
    setTimeout(() => process.exit(1), STOP_MS).unref();
    server.close().catch(fail);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // A promise nobody handled leaves the process in an unknown state: it finishes what it can, and ends as failed.
  process.once('unhandledRejection', (error) => {
    fail(error);
    stop();
  });
}
