import 'reflect-metadata';
import {
  main as releaseCommand,
  describeCommands,
  readCommand,
  RELEASE_COMMANDS,
  RELEASE_SETTINGS,
  siteIn,
} from '@site/releases';
import { codeOf } from '../error-code.ts';
import { CommandError, type CommandContext } from './command.ts';
import { COMMANDS } from './command-list.ts';
import { withReleases } from './open-releases.ts';

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
      const run = await command.load();
      await run(rest, { env, input, print, complain });
      return 0;
    }
    const { name: asked = '', args, values } = readCommand(argv);
    // A remote server checks for withdrawals itself; a new key has nothing to do with any store.
    if (siteIn(values) !== undefined || (asked === 'key' && args.length === 0)) return await releaseCommand(argv, env);
    const health = ['canary', 'promote', 'status'].includes(asked) ? await import('./release-health.ts') : null;
    return await withReleases({ env, print }, async () => {
      const withdrawn = asked === 'status' ? null : await health?.withdrawalOf(env, args[0]);
      if (withdrawn) throw new Error(withdrawn);
      const code = await releaseCommand(argv, env);
      if (asked === 'status' && code === 0) await health?.printHealth(env, print);
      return code;
    });
  } catch (error) {
    // `bin/site.mjs` says what has happened to the files.
    if (codeOf(error) === 'ERR_MODULE_NOT_FOUND') throw error;
    complain(`site: ${error instanceof Error ? error.message : String(error)}`);
    return error instanceof CommandError ? error.exitCode : 1;
  }
}
