/** What each alert means, and what the operator should do. */
export const ALERTS = {
  'canary-withdrawn': {
    title: 'The site withdrew a canary',
    toDo: 'See its failures at /owner. `site rollback <app>` ends the canary; then release a fixed build.',
  },
  'not-ready': {
    title: 'A server cannot serve requests',
    toDo: 'Restore what is missing: most often the database cannot be reached, or its disk is full. The server then recovers by itself.',
  },
  'usda-data-old': {
    title: 'The newest prices are older than expected',
    toDo: 'See `site jobs` and the log event `usda-refresh-failed`. If USDA has skipped an issue, there is nothing to do.',
  },
  'usda-key-refused': {
    title: 'USDA rejects the key',
    toDo: 'Ask USDA for a new key, set USDA_API_KEY and restart. Visitors see the stored prices until then.',
  },
  'disk-filling': {
    title: 'The disk that holds the data folder is more than 80% full',
    toDo: 'Free some space, or give the data folder a larger disk. Uploads are refused below GALLERY_MIN_FREE_BYTES.',
  },
  'gallery-filling': {
    title: 'The gallery has used more than 80% of its quota',
    toDo: 'Raise GALLERY_MAX_PICTURES or GALLERY_MAX_BYTES, lower GALLERY_KEEP_DAYS, or delete pictures.',
  },
  'gallery-held-back': {
    title: 'More pictures have expired at once than the gallery removes by itself',
    toDo: 'Check the clock of the server, DATABASE_URL and GALLERY_KEEP_DAYS. If they are right, `site gallery sweep --allow-mass-removal` removes these pictures; until then they stay.',
  },
  'backup-old': {
    title: 'There is no recent backup',
    toDo: 'Run `site backup <place>`, and find out why the last scheduled one did not run.',
  },
  'backup-damaged': {
    title: 'The last backup could not be restored',
    toDo: 'Make a backup in another place now, then find out what is wrong with the disk or bucket of the damaged one. `site check-backup <place>` ends the alert.',
  },
  'certificate-ending': {
    title: 'The certificate of the site is about to expire',
    toDo: 'Renew it where TLS is terminated, usually in the proxy.',
  },
  'key-ending': {
    title: 'A release key is about to expire',
    toDo: "The owner's: `site key rotate --days <days>` with the next key in NEXT_SIGNING_KEY, or with the current key there to extend its validity. A team's: `site team add` again, with another key or more --days. An expired key can release nothing; what is live stays live.",
  },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly toDo: string }>>;

export type AlertKind = keyof typeof ALERTS;

export const isAlertKind = (text: string): text is AlertKind => Object.hasOwn(ALERTS, text);
