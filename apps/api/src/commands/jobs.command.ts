import type { ListedJob } from '../jobs/job.repository.ts';
import { CommandError, type Command } from './command.ts';
import { withSite } from './open-site.ts';

function describe({ name, state, attempts, runAt, lastError }: ListedJob): string {
  const moment = new Date(Number(runAt)).toISOString();
  const when = state === 'running' ? `running, its lease ends ${moment} unless renewed` : `due ${moment}`;
  const failures = state === 'running' ? attempts - 1 : attempts;
  return `${name}  ${when}${failures > 0 ? `, ${failures} failed: ${lastError ?? 'its process died'}` : ''}`;
}

export const jobsCommand: Command = {
  name: 'jobs',
  usage: 'jobs',
  summary: 'lists background jobs: which are running, when the next ones are due, what failed and why',
  async run(args, { env, print }) {
    if (args.length > 0) throw new CommandError('the command takes no arguments');
    await withSite(env, async ({ jobs }) => {
      const listed = await jobs.list();
      for (const job of listed) print(describe(job));
      if (listed.length === 0) print('no jobs: no server has run since the tables were created');
    });
  },
};
