import { countOf } from '@site/contracts';
import { escapeHtml } from '../http/escape-html.ts';
import { alertSection, type OwnerAlert } from '../owner-area/owner-alerts.ts';
import type { OwnerPage } from '../owner-area/owner-document.ts';
import { commandText, timeOf } from '../owner-area/owner-words.ts';
import type { BackupCheck } from '../secrets/last-backup.ts';

export const BACKUPS_PATH = '/owner/backups';
const DAY_MS = 24 * 3_600_000;

export interface BackupsData {
  readonly now: Date;
  /** Null means never. */
  readonly madeAt: Date | null;
  /** Null means never. */
  readonly check: BackupCheck | null;
  /** ALERT_BACKUP_DAYS; null means no alert. */
  readonly alertDays: number | null;
  /** Those about backups. */
  readonly alerts: readonly OwnerAlert[];
}

function ageOf(then: Date, now: Date): string {
  const days = Math.floor((now.getTime() - then.getTime()) / DAY_MS);
  return days < 1 ? 'less than a day ago' : `${countOf(days, 'day')} ago`;
}

const at = (then: Date, now: Date): string => `${timeOf(then.toISOString())}, ${ageOf(then, now)}`;

function lastBackup({ madeAt, now }: BackupsData): string {
  if (madeAt === null) return '<p class="bad">No backup of this site has been made.</p>';
  return `<p>Made at ${at(madeAt, now)}.</p>`;
}

function lastCheck({ madeAt, check, now }: BackupsData): string {
  if (check === null) return '<p>No backup has been checked by restoring it.</p>';
  const when = `<p>Checked at ${at(check.at, now)}.</p>`;
  if (check.problem !== null) return `${when}<p class="bad">It could not be restored: ${escapeHtml(check.problem)}</p>`;
  const isOlder = madeAt !== null && madeAt > check.at;
  return `${when}<p class="good">It was complete, and could be restored.${isOlder ? ' A newer one has been made since.' : ''}</p>`;
}

const ruleOf = (days: number | null): string =>
  days === null
    ? 'ALERT_BACKUP_DAYS is not set: nobody is alerted if backups stop.'
    : `You are alerted when the last backup is older than ${countOf(days, 'day')} (ALERT_BACKUP_DAYS), and when one could not be restored.`;

/** When the last backup was made and checked, and how the owner makes one. */
export function backupsPage(data: BackupsData): OwnerPage {
  return {
    title: 'Backups',
    parts: [
      '<p>Backups are made by a scheduled command, on a machine that has the site’s settings. The server does not know where they are kept.</p>',
      alertSection(data.alerts),
      `<section><h2>Last backup</h2>${lastBackup(data)}</section>`,
      `<section><h2>Last check</h2>${lastCheck(data)}</section>`,
      `<section><h2>When you are alerted</h2><p>${ruleOf(data.alertDays)}</p></section>`,
      `<section><h2>How to make one</h2><p>${commandText('npx site backup <place> --keep 7d,4w,12m')} adds a backup while the site runs. The place is a folder, or ${commandText('s3://<bucket>/<prefix>')}, on another machine. Run it every night.</p><p>${commandText('npx site check-backup <place>')} reads all files of the newest one, and opens its database in a temporary folder. Run it every week.</p><p>${commandText('npx site backups <place>')} lists them, and ${commandText('npx site restore <place>')} restores the newest one where there is no data yet.</p></section>`,
    ],
  };
}
