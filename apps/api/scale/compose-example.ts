import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parse } from 'yaml';
import { isHealthy, processOf, type Image } from './container-example.ts';
import { commandsBelow } from './operator.ts';

export const EXAMPLES = resolve(import.meta.dirname, '../../../docs/examples');

export interface Service {
  readonly image: string;
  readonly user?: string;
  readonly command?: readonly [string, ...string[]];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly network_mode?: string;
  readonly ports?: readonly string[];
  readonly volumes: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: object;
}

export interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, null>>;
}

/**
 * What `.env` contains after the documented commands. This machine stands in for the engine: `docker run` runs its command in the
 * image's folder.
 */
export async function documentedVariables(folder: string, { root }: Image): Promise<Record<string, string>> {
  const engine = `docker() { [ "$1" != run ] || (shift 3; cd ${root}/site; "$@"); }`;
  const commands = await commandsBelow('### With a compose file');
  execFileSync('sh', ['-ec', `${engine}\n${commands}`], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const lines = (await readFile(join(folder, '.env'), 'utf8')).trimEnd().split('\n');
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

/** The example with the variables in `.env`. @throws Error if one is missing */
export async function aCompose(variables: Readonly<Record<string, string>>): Promise<Compose> {
  const text = (await readFile(join(EXAMPLES, 'compose.yaml'), 'utf8')).replace(/\$\{(\w+):\?[^}]*\}/g, (_, name: string) => {
    const value = variables[name];
    if (!value) throw new Error(`.env has no ${name}`);
    return value;
  });
  return parse(text, { merge: true }) as Compose;
}

interface EngineOptions {
  readonly image: Image;
  /** The settings of a process of the site: those of the file and `.env`, with the addresses of this machine. */
  readonly settingsOf: (service: Service) => Readonly<Record<string, string>>;
  /** Starts a service that is not a process of the site, and resolves when it is healthy. */
  readonly startOther: (name: string) => Promise<void>;
}

/** Starts services in the order that the file requires, the site's as processes on this machine. */
export class Engine {
  private readonly processes = new Map<string, ChildProcess>();
  private readonly started = new Map<string, Promise<void>>();

  constructor(
    private readonly services: Compose['services'],
    private readonly options: EngineOptions,
  ) {}

  /** Starts a service after those that it depends on. @throws Error if one of them does not reach the required state */
  up(name: string): Promise<void> {
    const start = this.started.get(name) ?? this.start(name);
    this.started.set(name, start);
    return start;
  }

  private async start(name: string): Promise<void> {
    const service = this.services[name];
    if (!service) throw new Error(`there is no service ${name}`);
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      await this.up(other);
      await this.reach(other, condition);
    }
    if (!service.image.startsWith('site:')) return this.options.startOther(name);
    const [command, ...args] = service.command ?? [''];
    const child = processOf(this.options.image, this.options.settingsOf(service));
    this.processes.set(name, spawn(command, args, { ...child, stdio: ['ignore', 'ignore', 'inherit'] }));
  }

  /** Waits for the state that a dependency must have. */
  async reach(name: string, condition: string): Promise<void> {
    const [process, service] = [this.processes.get(name), this.services[name]];
    if (!process || !service) return;
    const isDone = condition === 'service_completed_successfully';
    const child = processOf(this.options.image, this.options.settingsOf(service));
    if (isDone && process.exitCode === null) await once(process, 'exit');
    while (process.exitCode === null && !isHealthy(this.options.image, child)) await delay(200);
    if (process.exitCode !== (isDone ? 0 : null)) throw new Error(`${name} exited with ${process.exitCode}`);
  }

  /** @returns the exit codes of the processes that were still running */
  async down(signal: NodeJS.Signals = 'SIGTERM'): Promise<(number | null)[]> {
    const running = [...this.processes.values()].filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    return Promise.all(
      running.map(async (process) => {
        const ended = once(process, 'exit') as Promise<[number | null]>;
        process.kill(signal);
        return (await ended)[0];
      }),
    );
  }
}
