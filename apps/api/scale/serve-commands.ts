import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ServedCommands {
  readonly url: string;
  /** Stops what they serve, as Ctrl-C does. @returns the exit code; null if it is killed by the signal */
  readonly stop: () => Promise<unknown>;
}

/**
 * Runs commands from a document, the last of which serves until it is stopped.
 * @throws Error with their output if they end before that
 */
export async function serveCommands(
  commands: string,
  cwd: string,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<ServedCommands> {
  const env = {
    PATH: process.env['PATH'],
    NX_DAEMON: 'false',
    HOST: '127.0.0.1',
    PORT: '0',
    USDA_SOURCE: 'sample',
    ...variables,
  };
  // A process group of its own: Ctrl-C signals all of it, and `npx` leaves it to its child to react.
  const shell = spawn('sh', ['-e', '-c', `\n${commands.trim()}`.replace(/\n(?!.*\n)/, '\nexec ')], { cwd, env, detached: true });
  const ended = once(shell, 'exit');
  let output = '';
  const url = await new Promise<string>((done, fail) => {
    for (const stream of [shell.stdout, shell.stderr])
      stream.on('data', (bytes: Buffer) => {
        output += bytes.toString();
        const [, at] = /The site is running at (\S+)/.exec(output) ?? [];
        if (at !== undefined) done(at);
      });
    void ended.then(() => fail(new Error(`the commands ended:\n${output}`)));
  });
  return {
    url,
    stop: async () => {
      if (shell.exitCode === null && shell.signalCode === null) process.kill(-(shell.pid ?? NaN), 'SIGINT');
      return (await ended)[0];
    },
  };
}
