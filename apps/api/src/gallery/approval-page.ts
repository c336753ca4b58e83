import { ownerDocument, type OwnerDocument } from '../ops/owner-document.ts';
import { escapeHtml } from '../http/escape-html.ts';
import type { SubmissionEntity } from './submission.entity.ts';

/** Path of the owner's page; each picture's file and actions are below it. */
export const APPROVAL_PATH = '/owner/gallery';

const REASONS: Readonly<Record<string, string>> = {
  held: 'waits for your approval',
  hidden: 'is hidden, because visitors reported it or you hid it',
  missing: 'has lost its file',
};

const countOf = (photos: number): string => `${photos} photo${photos === 1 ? '' : 's'}`;

function section({ id, status, exhibit, flowerCount, createdAt }: SubmissionEntity): string {
  const name = `${exhibit ?? 'picture'} of ${countOf(flowerCount)}, ${createdAt.slice(0, 16).replace('T', ' ')} UTC`;
  const action = (verb: string, words: string) =>
    `<form method="post" action="${APPROVAL_PATH}/${id}/${verb}"><button aria-label="${escapeHtml(`${words}: ${name}`)}">${words}</button></form>`;
  const image = status === 'missing' ? '' : `<img src="${APPROVAL_PATH}/${id}/thumbnail" alt="${escapeHtml(name)}">`;
  return `<section>${image}<h2>${escapeHtml(name)}</h2><p class="role">It ${REASONS[status] ?? status}.</p>${action('approve', 'Approve')}${action('refuse', 'Delete')}</section>`;
}

/** Pictures that wait for the owner, newest first, each with the two decisions. */
export function approvalPage(rows: readonly SubmissionEntity[], approvesFirst: boolean): OwnerDocument {
  const rule = approvesFirst
    ? 'Every new picture waits here before anybody else sees it (GALLERY_APPROVE_FIRST is true).'
    : 'New pictures are shown at once; here are those that were held back or reported.';
  const none = rows.length === 0 ? ['<section><h2>Nothing waits</h2></section>'] : [];
  return ownerDocument('Pictures that wait', [
    `<p>${rule} Delete removes a picture for good. <a href="/owner">Releases</a></p>`,
    ...none,
    ...rows.map(section),
  ]);
}
