import { runUntilSignal } from '../run-until-signal.ts';
import { serveHere } from '../serve-here.ts';
import { CommandError, type Command } from './command.ts';

export const serveCommand: Command = {
  name: 'serve',
  usage: 'serve',
  summary: 'bring the tables up to date, release the front ends in this folder, and serve: all that a site on one machine needs',
  async run(args, { env, print }) {
    if (args.length > 0) throw new CommandError('the command takes no arguments: its settings come from the environment');
    runUntilSignal(await serveHere(env, print, '--only-new'));
  },
};
