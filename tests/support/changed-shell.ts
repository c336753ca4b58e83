import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { release, startSite, WORKSPACE, type RunningSite } from './site.ts';

type Replacement = readonly [pattern: RegExp, text: string];

/** @throws Error when a replacement is not found in the pages' script and in the one that renders on the server */
async function replaceInScripts(dist: string, replacements: readonly Replacement[]): Promise<void> {
  const scripts = (await readdir(dist, { recursive: true })).filter((name) => /\.m?js$/.test(name));
  const found = replacements.map(() => 0);
  for (const name of scripts) {
    const text = await readFile(join(dist, name), 'utf8');
    const named = replacements.reduce((before, [pattern, replacement], index) => {
      // By a function: in a text of its own `$&` and the like would be taken for what was found.
      const after = before.replace(pattern, () => replacement);
      if (after !== before) found[index] = (found[index] ?? 0) + 1;
      return after;
    }, text);
    if (named !== text) await writeFile(join(dist, name), named);
  }
  if (found.some((count) => count !== 2))
    throw new Error(`the content was found in ${found.join(', ')} scripts instead of 2 each`);
}

/**
 * Starts a site whose shell was published with other content, as after a change of apps/shell/content and a build: each replacement
 * must be found in the pages' script and in the one that renders on the server. `files` come into the build by path.
 */
export async function startChangedShell(
  replacements: readonly Replacement[],
  files: Readonly<Record<string, string>> = {},
): Promise<RunningSite> {
  const site = await startSite({ ownStore: true });
  const dist = `${site.store}-changed-shell`;
  try {
    // Without its build for development, which no visitor's page is made of.
    const filter = (path: string) => !path.endsWith('/client/development');
    await cp(resolve(WORKSPACE, 'apps/shell/dist'), dist, { recursive: true, filter });
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
