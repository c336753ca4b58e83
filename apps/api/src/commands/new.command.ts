import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { CommandError, type RunCommand } from './command.ts';

const SCRIPT = 'tools/scaffold.mjs';

/** For developers, in the project's folder; the server does not need it. */
export const newCommand: RunCommand = (args) => {
  if (!existsSync(SCRIPT)) throw new CommandError("run the command in the project's root folder, where nx.json is");
  const { status } = spawnSync(process.execPath, [SCRIPT, ...args], { stdio: 'inherit' });
  if (status !== 0) throw new CommandError('the example was not written; the line above says why');
  return Promise.resolve();
};
