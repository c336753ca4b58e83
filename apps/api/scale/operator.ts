import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { freePort } from '../../../tools/free-port.mjs';
import type { Nginx } from './nginx-example.ts';

const WORKSPACE = resolve(import.meta.dirname, '../../..');

/** The blocks of commands below a heading in a document, up to the next heading. */
export async function blocksIn(file: string, heading: string): Promise<readonly string[]> {
  const text = await readFile(join(WORKSPACE, file), 'utf8');
  const [, section = ''] = text.split(`\n${heading}\n`);
  const blocks = [...(section.split(/\n##/)[0] ?? '').matchAll(/^```\n([^]*?)^```$/gm)].map(([, block = '']) => block);
  if (blocks.length === 0) throw new Error(`${file} has no commands below "${heading}"`);
  return blocks;
}

export const blocksBelow = (heading: string): Promise<readonly string[]> => blocksIn('docs/operations.md', heading);

/** The first of these blocks. */
export async function commandsBelow(heading: string): Promise<string> {
  return (await blocksBelow(heading))[0] ?? '';
}

/**
 * Stands in for what this machine lacks: systemd, and the user `site`. Timers never elapse. What is still running ends with the
 * shell. A unit's process is started as in the example, with the shell's descriptor 3 as its socket if `PASSED` is set.
 * Stopping a unit waits until its process has exited, and fails unless the exit code is 0.
 */
const PRELUDE = `set -e
trap 'kill $started 2> /dev/null || true; wait' EXIT
runuser() { shift 3; "$@"; }
chown() { :; }
nginx() { command nginx -c "$NGINX" "$@"; }
start_unit() {
  set -a; . "$SETTINGS"; set +a
  PORT=$1; export PORT; cd "$SITE_LINK"
  [ -z "$PASSED" ] || export LISTEN_FDS=1
  exec sh -c 'LISTEN_PID=$$ exec "$@"' sh $EXEC_START
}
systemctl() {
  verb=$1; shift
  for unit in "$@"; do
    case $unit in *.socket|*.timer|--now) continue;; esac
    port=\${unit#site@}; port=\${port%.service}
    case $verb in stop|restart) eval "pid=\\$pid_$port"; kill -TERM $pid; wait $pid;; esac
    case $verb in start|restart|enable) start_unit $port >> "$LOG" 2>&1 & eval "pid_$port=$!"; started="$started $!";; esac
  done
}
`;

/** A listening socket, as systemd opens it: only the processes that it is passed to accept connections. */
async function aSocket(): Promise<{ readonly server: Server; readonly fd: number; readonly port: number }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { _handle: handle } = server as unknown as { readonly _handle: { readonly fd: number } }; // Node's types omit it.
  const address = server.address();
  return { server, fd: handle.fd, port: typeof address === 'object' && address ? address.port : 0 };
}

export interface Operator {
  /** This machine's port in place of a documented one. */
  readonly port: (documented: number) => number;
  /** Runs commands from the documentation, with this machine's folders and ports. @returns what they printed */
  readonly run: (commands: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

interface OperatorOptions {
  readonly folder: string;
  /** Where the archives are. */
  readonly downloads: string;
  readonly nginx: Nginx;
  /** What the commands call /backups. */
  readonly backups: string;
  /** True if systemd holds the socket of the site's only process. */
  readonly hasSocket: boolean;
}

/** A shell in which the commands in docs/operations.md run as they are written. */
export async function anOperator({ folder, downloads, nginx, hasSocket, backups }: OperatorOptions): Promise<Operator> {
  const unit = await readFile(join(WORKSPACE, 'docs/examples/site@.service'), 'utf8');
  const [, execStart = ''] = /^ExecStart=\/usr\/bin\/node (.+)$/m.exec(unit) ?? [];
  const [, siteLink = ''] = /^WorkingDirectory=(.+)$/m.exec(unit) ?? [];
  const [, settings = ''] = /^EnvironmentFile=(.+)$/m.exec(unit) ?? [];
  const socket = await aSocket();
  const others = await Promise.all([3001, 3002, 3003, 3004].map(async (port) => [port, await freePort()] as const));
  const ports = new Map([[3000, socket.port], ...others]);
  const here = (commands: string): string =>
    commands
      .replace(/\b300[0-4]\b/g, (port) => String(ports.get(Number(port))))
      .replaceAll('/etc/nginx/conf.d/site.conf', nginx.site)
      .replaceAll('/run/nginx.pid', nginx.pid)
      .replace(/(?<![\w/])\/(srv|etc)\b/g, `${folder}/$1`)
      .replace(/(?<![\w/])\/backups\b/g, backups);
  const env = {
    PATH: process.env['PATH'],
    NGINX: nginx.config,
    LOG: join(folder, 'log'),
    SITE_LINK: here(siteLink),
    SETTINGS: here(settings),
    EXEC_START: `${process.execPath} ${execStart}`,
    PASSED: hasSocket ? 'yes' : '',
  };
  const shell = spawn('sh', ['-s'], { env, stdio: ['pipe', 'pipe', 'pipe', socket.fd] });
  const ended = once(shell, 'exit');
  // From now on only the shell and the processes that the socket is passed to have it.
  socket.server.close();
  let output = '';
  let onOutput = (): void => undefined;
  for (const stream of [shell.stdout, shell.stderr])
    stream?.on('data', (bytes: Buffer) => {
      output += bytes.toString();
      onOutput();
    });
  shell.once('exit', () => onOutput());
  shell.stdin?.write(PRELUDE);
  return {
    port: (documented) => ports.get(documented) ?? 0,
    run: async (commands) => {
      output = '';
      shell.stdin?.write(`cd ${downloads}\n${here(commands)}\necho all is done\n`);
      while (!output.endsWith('all is done\n')) {
        if (shell.exitCode !== null) throw new Error(`the commands failed:\n${output}${await readFile(env.LOG, 'utf8')}`);
        await new Promise<void>((done) => (onOutput = done));
      }
      return output;
    },
    close: async () => {
      shell.stdin?.end();
      await ended;
    },
  };
}
