import { removePicture } from '../gallery/gallery.service.ts';
import type { SubmissionEntity } from '../gallery/submission.entity.ts';
import { CommandError, type Command } from './command.ts';
import { withSite, type OpenedSite } from './open-site.ts';

const ACTIONS = ['hide', 'restore', 'delete', 'ban', 'waiting'] as const;
type Action = (typeof ACTIONS)[number];

async function act(site: OpenedSite, action: Action, row: SubmissionEntity): Promise<string> {
  const { submissions } = site;
  const { id } = row;
  if (action === 'hide') {
    const changed = await submissions.setStatus(id, 'hidden', ['listed', 'held', 'missing']);
    return changed ? `${id} is hidden` : `${id} was ${row.status} already`;
  }
  if (action === 'restore') return (await submissions.restore(id)) ? `${id} is listed again` : `${id} is ${row.status}`;
  if (action === 'ban') await submissions.ban(row.differenceHash, new Date());
  await removePicture(submissions, site.store, id);
  return action === 'ban' ? `${id} is deleted, and what looks like it is not taken again` : `${id} is deleted`;
}

async function listWaiting({ submissions }: OpenedSite): Promise<string[]> {
  const rows = await submissions.waiting();
  if (rows.length === 0) return ['nothing waits'];
  return rows.map((row) => `${row.id}  ${row.status.padEnd(7)}  ${row.createdAt}  ${row.exhibit ?? '-'}`);
}

/** The owner's hand in the gallery. */
export const galleryCommand: Command = {
  name: 'gallery',
  usage: 'gallery hide|restore|delete|ban <id>',
  summary: 'takes a picture out of sight, back in, away, or away for ever; `gallery waiting` lists what was held or hidden',
  async run([name, id, ...rest], { env, print }) {
    const action = ACTIONS.find((candidate) => candidate === name);
    if (!action || rest.length > 0 || (action !== 'waiting' && !/^[0-9a-f]{32}$/.test(id ?? ''))) {
      throw new CommandError(`name one of ${ACTIONS.join(', ')} and the id of a picture, which its address shows`);
    }
    await withSite(env, async (site) => {
      if (action === 'waiting') {
        // `print` may take more than a line: handed over as it is, it would be given each line's number and the whole list too.
        for (const line of await listWaiting(site)) print(line);
        return;
      }
      const row = await site.submissions.find(id ?? '');
      if (!row) throw new Error(`there is no picture ${id}`);
      print(await act(site, action, row));
    });
  },
};
