import { text } from 'node:stream/consumers';
import { hashPassword } from '../passwords/password-hash.ts';
import type { Command } from './command.ts';

/** The password is read from standard input, never from the arguments, which show up in the shell's history and in `ps`. */
export const hashPasswordCommand: Command = {
  name: 'hash-password',
  usage: 'hash-password',
  summary: 'read a password from standard input and print the value of DRAFT_PASSWORD_HASH or OWNER_PASSWORD_HASH',
  async run(_args, { input, print, complain }) {
    if (input.isTTY) complain('Type the password (it is shown), then Enter and Ctrl-D:');
    const password = (await text(input)).replace(/\r?\n$/, '');
    print(hashPassword(password));
  },
};
