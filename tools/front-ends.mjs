import { existsSync, readdirSync } from 'node:fs';

/** Every front end of the workspace, by its folder's name: the shell, then the remotes. The working directory is the workspace. */
export function frontEnds() {
  const remotes = readdirSync('apps').filter((name) => existsSync(`apps/${name}/remote.contract.ts`));
  return ['shell', ...remotes.sort()];
}
