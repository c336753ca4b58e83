import 'reflect-metadata';
import {
  main as releaseCommand,
  describeCommands,
  readCommand,
  RELEASE_COMMANDS,
  RELEASE_SETTINGS,
  siteIn,
} from '@site/releases';
import { CommandError, type Command, type CommandContext } from './command.ts';
import { backupCommand, backupsCommand, checkBackupCommand, restoreCommand } from './backup.command.ts';
import { exportCommand } from './export.command.ts';
import { galleryCommand } from './gallery.command.ts';
import { hashPasswordCommand } from './hash-password.command.ts';
import { jobsCommand } from './jobs.command.ts';
import { migrateCommand } from './migrate.command.ts';
import { newCommand } from './new.command.ts';
import { printHealth, withdrawalOf } from './release-health.command.ts';
import { moveReleasesCommand } from './move-releases.command.ts';
import { moveToPostgresCommand } from './move-to-postgres.command.ts';
import { withReleases } from './open-releases.ts';
import { serveCommand } from './serve.command.ts';

const COMMANDS: readonly Command[] = [
  serveCommand,
  newCommand,
  exportCommand,
  hashPasswordCommand,
  migrateCommand,
  jobsCommand,
  galleryCommand,
  backupCommand,
  backupsCommand,
  checkBackupCommand,
  restoreCommand,
  moveToPostgresCommand,
  moveReleasesCommand,
];

function usage(): string {
  const own = COMMANDS.map(({ usage: text, summary }) => [text, summary] as const);
  return ['Usage: site <command>', describeCommands(RELEASE_COMMANDS), describeCommands(own), RELEASE_SETTINGS].join('\n\n');
}

/** The `site` command. Returns the exit code: 0 done, 1 refused or failed, 2 not understood. */
export async function main(
  argv: readonly string[],
  env: CommandContext['env'],
  { input = process.stdin, print = console.log, complain = console.error }: Partial<CommandContext> = {},
): Promise<number> {
  const [name = '', ...rest] = argv;
  if (['help', '--help', '-h', ''].includes(name)) {
    print(usage());
    return name === '' ? 2 : 0;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  try {
    if (command) {
      await command.run(rest, { env, input, print, complain });
      return 0;
    }
    const { name: asked = '', args, values } = readCommand(argv);
    // A remote server checks for withdrawals itself; a new key has nothing to do with any store.
    if (siteIn(values) !== undefined || (asked === 'key' && args.length === 0)) return await releaseCommand(argv, env);
    return await withReleases({ env, print }, async () => {
      const withdrawn = ['canary', 'promote'].includes(asked) ? await withdrawalOf(env, args[0]) : null;
      if (withdrawn !== null) throw new Error(withdrawn);
      const code = await releaseCommand(argv, env);
      if (asked === 'status' && code === 0) await printHealth(env, print);
      return code;
    });
  } catch (error) {
    complain(`site: ${error instanceof Error ? error.message : String(error)}`);
    return error instanceof CommandError ? error.exitCode : 1;
  }
}
