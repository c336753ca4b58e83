import { join } from 'node:path';
import { migrateSite } from '../commands/migrate.command.ts';
import { startServer, type RunningServer } from '../start-server.ts';
import { aFolder, anEnvironment, TEST_SIGNING_KEY } from './a-config.ts';
import { aFaultUpstream, type Answer, type FaultUpstream } from './a-fault-upstream.ts';
import { aReleaseFolder } from './a-release-folder.ts';

export const USDA_KEY = 'canary-key-7f3a';

/** A folder with a release, in which servers are started one after another. */
export async function serversInAFolder() {
  const folder = await aFolder();
  await aReleaseFolder(join(folder.path, 'releases'), TEST_SIGNING_KEY);
  const opened: { close: () => Promise<void> }[] = [];
  const lines: string[] = [];

  return {
    folder: folder.path,
    /** What all of them have logged. */
    logText: () => lines.join(''),
    async start(variables: Record<string, string> = {}): Promise<RunningServer> {
      await migrateSite(anEnvironment(folder.path));
      const logTo = { write: (line: string) => lines.push(line) };
      const server = await startServer(anEnvironment(folder.path, variables), { logTo });
      opened.push(server);
      return server;
    },
    /** A fake USDA server that sends these responses. */
    async usda(...answers: readonly Answer[]): Promise<FaultUpstream> {
      const upstream = await aFaultUpstream(...answers);
      opened.push(upstream);
      return upstream;
    },
    /** Stops what was started, and removes the folder. */
    async remove(): Promise<void> {
      await Promise.all(opened.map((server) => server.close()));
      await folder.remove();
    },
  };
}

export type ServersInAFolder = Awaited<ReturnType<typeof serversInAFolder>>;
