import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../tools/free-port.mjs';

const EXAMPLE = resolve(import.meta.dirname, '../../../docs/examples/nginx.conf');

export interface Nginx {
  readonly url: string;
  /** The example with this machine's addresses, included by `config`. */
  readonly site: string;
  readonly config: string;
  readonly pid: string;
  /** @param ports of the site's processes, one or two */
  readonly start: (ports: readonly number[]) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Debian's nginx with the example unchanged, except for addresses, certificates and folders. */
export async function anNginx(folder: string): Promise<Nginx> {
  const port = await freePort();
  const [site, config, pid] = [join(folder, 'site.conf'), join(folder, 'nginx.conf'), join(folder, 'nginx.pid')];
  async function configure(ports: readonly number[]): Promise<void> {
    const server = (at: number): string => (ports[at] === undefined ? '' : `server 127.0.0.1:${ports[at]};`);
    const example = (await readFile(EXAMPLE, 'utf8'))
      .replaceAll('server 127.0.0.1:3001;', server(0))
      .replaceAll('server 127.0.0.1:3002;', server(1))
      .replace('/var/cache/nginx/site', join(folder, 'cache'))
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
      .replace(/^\s*ssl_certificate.*$/gm, '');
    await writeFile(site, example);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`);
    await writeFile(
      config,
      `user root;\ndaemon off;\nworker_processes 1;\npid ${pid};\nerror_log ${join(folder, 'error.log')};
events { worker_connections 4096; }\nhttp {\naccess_log off;\n${paths.join('\n')}\ninclude ${site};\n}\n`,
    );
  }

  let nginx: ChildProcess | undefined;
  const url = `http://127.0.0.1:${port}`;
  const responds = () =>
    fetch(`${url}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
  return {
    url,
    site,
    config,
    pid,
    start: async (ports) => {
      await configure(ports);
      nginx = spawn('nginx', ['-c', config, '-p', folder], { stdio: 'inherit' });
      while (!(await responds())) {
        if (nginx.exitCode !== null) throw new Error(`nginx exited: ${await readFile(join(folder, 'error.log'), 'utf8')}`);
        await delay(50);
      }
    },
    stop: async () => {
      if (!nginx || nginx.exitCode !== null) return;
      const ended = once(nginx, 'exit');
      nginx.kill('SIGTERM');
      await ended;
    },
  };
}
