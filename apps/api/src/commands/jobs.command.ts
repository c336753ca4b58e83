import { countOf } from '@site/contracts';
import { jobState } from '../jobs/job-state.ts';
import type { ListedJob } from '../jobs/job.repository.ts';
import { CommandError, type RunCommand } from './command.ts';
import { withSite } from './open-site.ts';

function describe(job: ListedJob): string {
  const { isRunning, at, failures, problem } = jobState(job);
  const when = isRunning ? `running, its claim expires ${at} unless renewed` : `due ${at}`;
  return `${job.name}  ${when}${problem === null ? '' : `, ${countOf(failures, 'failed attempt')}: ${problem}`}`;
}

export const jobsCommand: RunCommand = async (args, { env, print }) => {
  if (args.length > 0) throw new CommandError('the command takes no arguments');
  await withSite(env, async ({ jobs }) => {
    const listed = await jobs.list();
    for (const job of listed) print(describe(job));
    if (listed.length === 0) print('no jobs: no server has run since the tables were created');
  });
};
