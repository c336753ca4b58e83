import { runUntilSignal } from '../run-until-signal.ts';
import { serveHere } from '../serve-here.ts';
import { CommandError, type RunCommand } from './command.ts';

export const serveCommand: RunCommand = async (args, { env, print }) => {
  if (args.length > 0) throw new CommandError('the command takes no arguments: its settings come from the environment');
  runUntilSignal(await serveHere(env, print, '--only-new'));
};
