import { fail, runUntilSignal } from './run-until-signal.ts';
import { startServer } from './start-server.ts';

try {
  runUntilSignal(await startServer(process.env));
} catch (error) {
  fail(error);
}
