import { countOf } from '@site/contracts';
import { Clock } from '../clock.ts';
import { SWEEP, SWEEP_EVERY_MS } from '../gallery/gallery-jobs.ts';
import { GallerySweep, type SweepResult } from '../gallery/gallery-sweep.ts';
import { removePicture } from '../gallery/gallery.service.ts';
import { RENEW_EVERY_MS } from '../jobs/job.repository.ts';
import type { SubmissionEntity } from '../gallery/submission.entity.ts';
import { ALLOW_MASS_REMOVAL } from './gallery-options.ts';
import { CommandError, type RunCommand } from './command.ts';
import { withSite, type OpenedSite } from './open-site.ts';

const DECISIONS = ['hide', 'restore', 'delete', 'ban', 'unban'] as const;
const ACTIONS = [...DECISIONS, 'waiting'] as const;
type Action = (typeof ACTIONS)[number];

async function act(site: OpenedSite, action: Action, row: SubmissionEntity): Promise<string> {
  const { submissions } = site;
  const { id } = row;
  if (action === 'hide') {
    const changed = await submissions.setStatus(id, 'hidden', ['listed', 'held', 'missing']);
    return changed ? `${id} is hidden` : `${id} was ${row.status} already`;
  }
  if (action === 'restore') return (await submissions.restore(id)) ? `${id} is listed again` : `${id} is ${row.status}`;
  if (action === 'unban') {
    return (await submissions.unban(row.differenceHash)) ? `pictures like ${id} are accepted again` : `${id} is not banned`;
  }
  if (action === 'ban') await submissions.ban(row, new Date());
  await removePicture(submissions, site.store, id);
  return action === 'ban' ? `${id} is deleted, and pictures like it are no longer accepted` : `${id} is deleted`;
}

async function listWaiting({ submissions }: OpenedSite): Promise<string[]> {
  const rows = await submissions.waiting();
  if (rows.length === 0) return ['no picture is waiting'];
  return rows.map((row) => `${row.id}  ${row.status.padEnd(7)}  ${row.createdAt}  ${row.exhibit ?? '-'}`);
}

/** Runs the server's hourly sweep now. @param mayRemoveMany true if the owner allows it to remove many pictures at once */
async function sweep({ config, store, submissions, jobs }: OpenedSite, mayRemoveMany: boolean, print: (line: string) => void) {
  const clock = new Clock();
  await jobs.schedule({ name: SWEEP, kind: SWEEP }, SWEEP_EVERY_MS);
  const job = await jobs.claimNamed(SWEEP);
  if (job === null) throw new Error('the site is sweeping its gallery right now; try again in a few minutes');
  const renewal = setInterval(() => jobs.renew(job).catch(() => undefined), RENEW_EVERY_MS);
  let result: SweepResult;
  try {
    const logger = { info: () => undefined, warn: ({ message }: { message?: unknown }) => print(String(message)) };
    const parts = { config, submissions, store, clock, logger };
    result = await new GallerySweep(parts, new AbortController().signal, mayRemoveMany).run();
  } finally {
    clearInterval(renewal);
    await jobs.finishUntil(job, SWEEP_EVERY_MS);
  }
  const { expired, orphans, unfinished, missing, stuck, heldBack } = result;
  print(
    `${countOf(expired, 'expired picture')} removed, ${countOf(orphans, 'stray file')}, ${countOf(unfinished, 'unfinished write')}, ${countOf(missing, 'picture')} missing`,
  );
  if (stuck.length > 0) throw new Error(`could not be handled: ${stuck.join(', ')}`);
  if (heldBack === 1) throw new Error(`1 picture was held back; ${ALLOW_MASS_REMOVAL} removes it`);
  if (heldBack > 0) throw new Error(`${heldBack} pictures were held back; ${ALLOW_MASS_REMOVAL} removes them`);
}

/** The owner's commands for the gallery. */
export const galleryCommand: RunCommand = async ([name, id, ...rest], { env, print }) => {
  if (name === 'sweep' && rest.length === 0 && (id === undefined || id === ALLOW_MASS_REMOVAL)) {
    await withSite(env, (site) => sweep(site, id === ALLOW_MASS_REMOVAL, print));
    return;
  }
  const action = ACTIONS.find((candidate) => candidate === name);
  if (!action || rest.length > 0 || (action !== 'waiting' && !/^[0-9a-f]{32}$/.test(id ?? ''))) {
    throw new CommandError(
      `name one of ${DECISIONS.join(', ')} and a picture's id (the one in its address), or name waiting or sweep`,
    );
  }
  await withSite(env, async (site) => {
    if (action === 'waiting') {
      // `print` may take more than one argument: passed directly, it would also get each line's index and the whole list.
      for (const line of await listWaiting(site)) print(line);
      return;
    }
    const row = await site.submissions.find(id ?? '');
    if (!row) throw new Error(`there is no picture ${id}`);
    print(await act(site, action, row));
  });
};
