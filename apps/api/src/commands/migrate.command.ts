import { databaseOptions, migrateDatabase } from '../database/open-database.ts';
import { CommandError, type CommandContext, type RunCommand } from './command.ts';
import { commandConfig } from './command-config.ts';

/** The step between installing a release and starting its server. @returns the names of the migrations that were run */
export const migrateSite = (env: CommandContext['env']): Promise<string[]> =>
  migrateDatabase(databaseOptions(commandConfig(env)));

export const migrateCommand: RunCommand = async (args, { env, print }) => {
  if (args.length > 0) throw new CommandError('the command takes no arguments: it reads DATA_DIR and DATABASE_URL');
  const done = await migrateSite(env);
  for (const name of done) print(`${name} was applied`);
  print(done.length === 0 ? 'the tables are already up to date' : 'the tables are up to date');
};
