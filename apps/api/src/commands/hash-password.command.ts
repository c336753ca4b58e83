import { text } from 'node:stream/consumers';
import { hashPassword } from '../passwords/password-hash.ts';
import type { RunCommand } from './command.ts';

/** The password is read from standard input, never from the arguments, which show up in the shell's history and in `ps`. */
export const hashPasswordCommand: RunCommand = async (_args, { input, print, complain }) => {
  if (input.isTTY) complain('Type the password (it is shown), then Enter and Ctrl-D:');
  const password = (await text(input)).replace(/\r?\n$/, '');
  print(hashPassword(password));
};
