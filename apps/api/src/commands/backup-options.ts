export const KEEP = '--keep';
export const AT = '--at';
/** Option that names the data the backup replaces: what was deleted there stays deleted. */
export const DELETIONS_FROM = '--deletions-from';
/** The same for a database on PostgreSQL: arguments, which show up in `ps` and in the shell's history, must not contain its password. */
export const OLD_DATABASE_URL = 'OLD_DATABASE_URL';
export const OLD_DATA = `${DELETIONS_FROM} <old DATA_DIR>, or the old DATABASE_URL in ${OLD_DATABASE_URL},`;

export const PLACE = '<place>';
export const PLACES = `${PLACE} is a folder, or s3://<bucket>/<prefix>`;
