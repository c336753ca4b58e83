import type { CommandContext } from './command.ts';

/**
 * Runs work on RELEASES_DIR. If that is a copy of the releases in the database and the bucket, it is updated first, and changes
 * are stored there as well.
 */
export async function withReleases<T>(context: Pick<CommandContext, 'env' | 'print'>, work: () => Promise<T>): Promise<T> {
  // Releases may be managed where no server has ever run.
  if (!context.env['RELEASE_STORE']) return work();
  const { withStoredReleases } = await import('./stored-releases.ts');
  return withStoredReleases(context, work);
}
