import { generateSigningKey, parseVerifyingKey, signingKeyText } from '@site/releases';
import { CommandError, type Command } from './command.ts';

export const keyCommand: Command = {
  name: 'key',
  usage: 'key [--public]',
  summary: 'print a new RELEASE_SIGNING_KEY; or the public half of the one that is set, which is enough to serve',
  async run([option, ...surplus], { env, print }) {
    if (surplus.length > 0 || (option !== undefined && option !== '--public'))
      throw new CommandError('site key, or site key --public');
    if (option === undefined) return print(generateSigningKey());
    print(
      parseVerifyingKey(await signingKeyText(env))
        .export({ format: 'der', type: 'spki' })
        .toString('base64'),
    );
  },
};
