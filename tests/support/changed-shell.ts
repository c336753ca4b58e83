import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceInScripts, type Replacement } from './shell-scripts.ts';
import { release, SHELL_BUILD, startSite, type RunningSite } from './site.ts';

/**
 * Starts a site whose shell was published with different content, as after a change to apps/shell/content and a build: each
 * replacement must occur in the pages' script and in the one that renders on the server. `files` are added to the build by path.
 */
export async function startChangedShell(
  replacements: readonly Replacement[],
  files: Readonly<Record<string, string>> = {},
): Promise<RunningSite> {
  const site = await startSite({ ownStore: true });
  const dist = `${site.store}-changed-shell`;
  try {
    // Without the development build, which no visitor gets.
    const filter = (path: string) => !path.endsWith('/client/development');
    await cp(SHELL_BUILD, dist, { recursive: true, filter });
    await replaceInScripts(dist, replacements);
    for (const [path, from] of Object.entries(files)) await cp(from, join(dist, path));
    await release(site.store, 'shell', dist);
    return site;
  } catch (error) {
    await site.close();
    throw error;
  } finally {
    await rm(dist, { recursive: true, force: true });
  }
}
