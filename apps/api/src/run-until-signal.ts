import type { RunningServer } from './start-server.ts';

/** After this time the process ends, whatever is still running. */
const STOP_MS = 9_500;

export function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** Prints where the site runs, and lets it finish what it can on the first SIGTERM or SIGINT. */
export function runUntilSignal(server: RunningServer): void {
  const stop = (): void => {
    setTimeout(() => process.exit(1), STOP_MS).unref();
    server.close().catch(fail);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // An unhandled rejection leaves the process in an unknown state: it finishes what it can, and exits with an error.
  process.once('unhandledRejection', (error) => {
    fail(error);
    stop();
  });
  // Last: a reader of this line may stop the process at once, and expects a clean exit.
  process.stdout.write(`The site is running at ${server.url}\n`);
}
