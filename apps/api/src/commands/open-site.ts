import type { DataSource } from 'typeorm';
import { loadConfig, type Config } from '../config/config.ts';
import { databaseOptions, openExistingDatabase } from '../database/open-database.ts';
import { BannedPictureEntity } from '../gallery/banned-picture.entity.ts';
import { openPictureStore } from '../gallery/open-picture-store.ts';
import { PictureReportEntity } from '../gallery/picture-report.entity.ts';
import type { PictureStore } from '../gallery/picture-store.ts';
import { SubmissionEntity } from '../gallery/submission.entity.ts';
import { SubmissionRepository } from '../gallery/submission.repository.ts';
import type { CommandContext } from './command.ts';

/** The data of the site, opened beside a server that may be running. */
export interface OpenedSite {
  readonly config: Config;
  readonly database: DataSource;
  readonly store: PictureStore;
  readonly submissions: SubmissionRepository;
}

/** Commands on data need no key for releases. */
export const commandConfig = (env: CommandContext['env']): Config => loadConfig({ RELEASE_SIGNING_KEY: 'not used here', ...env });

/** Opens the data, does the work, and closes them whatever happens. Makes no database, and changes no table of one. */
export async function withSite<T>(env: CommandContext['env'], work: (site: OpenedSite) => Promise<T>): Promise<T> {
  const config = commandConfig(env);
  const database = await openExistingDatabase(databaseOptions(config));
  try {
    const submissions = new SubmissionRepository(
      database.getRepository(SubmissionEntity),
      database.getRepository(PictureReportEntity),
      database.getRepository(BannedPictureEntity),
    );
    return await work({ config, database, store: openPictureStore(config), submissions });
  } finally {
    await database.destroy();
  }
}
