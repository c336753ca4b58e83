import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parseSubmissions } from '@site/contracts';
import { main } from '../commands/site-command.ts';
import { migrateSite } from '../commands/migrate.command.ts';
import { startServer, type RunningServer } from '../start-server.ts';
import { anEnvironment } from './a-config.ts';
import { aStorage } from './a-database.ts';
import { savePicture } from './a-picture.ts';
import { aReleaseFolder } from './a-release-folder.ts';

const GALLERY = '/api/kaleidoscope-submissions';

/** A running site with its storage, the `site` command with its settings, and a folder for backups. */
export async function aSiteWithCommands(variables: Readonly<Record<string, string>> = {}) {
  const storages = [await aStorage()];
  const [{ folder, variables: stored }] = storages as [(typeof storages)[0]];
  let env = anEnvironment(folder, { LOG_LEVEL: 'silent', GALLERY_UPLOADS_PER_MINUTE: '100', ...stored, ...variables });
  await aReleaseFolder(env['RELEASES_DIR'] ?? '', env['RELEASE_SIGNING_KEY'] ?? '');
  await migrateSite(env);
  let server: RunningServer = await startServer(env);
  let isRunning = true;

  async function site(...args: readonly string[]) {
    const lines: string[] = [];
    // Like `console.log`, which prints all of its arguments.
    const note = (...parts: readonly unknown[]): void => {
      lines.push(parts.join(' '));
    };
    const code = await main(args, env, { input: Readable.from([]), print: note, complain: note });
    return { code, text: lines.join('\n') };
  }

  async function stop(): Promise<void> {
    if (isRunning) await server.close();
    isRunning = false;
  }

  return {
    site,
    stop,
    folder,
    backups: join(folder, 'backups'),
    get env() {
      return env;
    },
    get url() {
      return server.url;
    },
    /** Changes settings for the commands, and for the server when it is started again. */
    set(changed: Readonly<Record<string, string>>): void {
      env = { ...env, ...changed };
    },
    save: (seed: number) => savePicture(server.url, seed),
    /** Deletes a picture, as the visitor who sent it. */
    deletePicture: (id: string, deleteToken: string): Promise<Response> =>
      fetch(`${server.url}${GALLERY}/${id}`, { method: 'DELETE', headers: { 'X-Delete-Token': deleteToken } }),
    listed: async () => parseSubmissions(await (await fetch(server.url + GALLERY)).json()).map(({ id }) => id),
    /** Simulates the loss of the machine, its database and its bucket. The settings and the backups are kept elsewhere. */
    async moveToEmptyMachine(): Promise<void> {
      await stop();
      const next = await aStorage();
      storages.push(next);
      env = {
        ...anEnvironment(next.folder),
        LOG_LEVEL: 'silent',
        GALLERY_UPLOADS_PER_MINUTE: '100',
        ...next.variables,
        ...variables,
      };
    },
    async start(): Promise<void> {
      await migrateSite(env);
      server = await startServer(env);
      isRunning = true;
    },
    async remove(): Promise<void> {
      await stop();
      for (const storage of storages) await storage.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type SiteWithCommands = Awaited<ReturnType<typeof aSiteWithCommands>>;
