import type { Config } from '../config/config.ts';
import { databaseOptions, openDatabase } from '../database/open-database.ts';
import type { SiteDatabase } from '../database/site-database.ts';
import { UnitOfWork } from '../database/unit-of-work.ts';
import { BannedPictureEntity } from '../gallery/banned-picture.entity.ts';
import { openPictureStore } from '../gallery/open-picture-store.ts';
import { PictureReportEntity } from '../gallery/picture-report.entity.ts';
import type { PictureStore } from '../gallery/picture-store.ts';
import { SubmissionEntity } from '../gallery/submission.entity.ts';
import { SubmissionRepository } from '../gallery/submission.repository.ts';
import { JobEntity } from '../jobs/job.entity.ts';
import { JobRepository } from '../jobs/job.repository.ts';
import { commandConfig } from './command-config.ts';
import type { CommandContext } from './command.ts';

/** The data of the site, opened alongside a server that may be running. */
export interface OpenedSite {
  readonly config: Config;
  readonly database: SiteDatabase;
  readonly store: PictureStore;
  readonly submissions: SubmissionRepository;
  readonly jobs: JobRepository;
}

/** Opens the data, runs the work, and always closes the data. Neither creates a database nor changes tables. */
export async function withSite<T>(env: CommandContext['env'], work: (site: OpenedSite) => Promise<T>): Promise<T> {
  const config = commandConfig(env);
  const database = await openDatabase(databaseOptions(config));
  try {
    const jobs = new JobRepository(database.getRepository(JobEntity));
    const submissions = new SubmissionRepository(
      database.getRepository(SubmissionEntity),
      database.getRepository(PictureReportEntity),
      database.getRepository(BannedPictureEntity),
      new UnitOfWork(database),
      jobs,
    );
    return await work({ config, database, store: openPictureStore(config), submissions, jobs });
  } finally {
    await database.destroy();
  }
}
