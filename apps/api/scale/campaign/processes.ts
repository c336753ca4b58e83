import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { RELEASE_SET_HEADER } from '@site/contracts';
import type { Random } from '@site/sim';
import { freePort } from '../../../../tools/free-port.mjs';
import { startProcess, stop, type ServerProcess } from '../../src/test-support/server-process.ts';

/** What the product promises: a process serves the newest registry within this time. */
export const PROMISED_MS = 2_000;
/** A busy machine may take twenty times as long before the test fails. */
const MAX_MS = 20 * PROMISED_MS;
const POLL_MS = 20;

/** A process of the site that is killed and started again at the same address. */
export interface SiteProcess {
  readonly url: string;
  /** Null while it is down. */
  replica: ServerProcess | null;
  /** How many times it was started. */
  lives: number;
}

/** The serial of the registry that a process serves. */
async function serialAt({ url }: SiteProcess): Promise<number> {
  const response = await fetch(url);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url} responded with ${response.status}`);
  return Number.parseInt(response.headers.get(RELEASE_SET_HEADER) ?? '', 10);
}

/** Microseconds for which at least one process on this machine has waited for a processor; undefined where the system does not say. */
function processorWaits(): number | undefined {
  try {
    return Number(/some .*total=(\d+)/.exec(readFileSync('/proc/pressure/cpu', 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

/** The processes of one site, which share nothing but its database and its bucket. */
export class Processes {
  readonly all: readonly SiteProcess[];
  /** How long each process took to serve each acknowledged registry, in milliseconds. */
  readonly followedMs: number[] = [];
  /** What can be seen from outside about each one that took longer than promised. */
  readonly late: string[] = [];
  kills = 0;
  /** The newest registry that a team was told of. */
  private acknowledged = 0;
  private readonly watches: Promise<void>[] = [];

  private constructor(
    private readonly envs: ReadonlyMap<SiteProcess, Readonly<Record<string, string>>>,
    private readonly random: Random,
  ) {
    this.all = [...envs.keys()];
  }

  static async start(envs: readonly Readonly<Record<string, string>>[], random: Random): Promise<Processes> {
    const entries = envs.map(async (env): Promise<[SiteProcess, Readonly<Record<string, string>>]> => {
      const port = String(await freePort());
      return [
        { url: `http://localhost:${port}`, replica: null, lives: 0 },
        { ...env, PORT: port },
      ];
    });
    const processes = new Processes(new Map(await Promise.all(entries)), random);
    await Promise.all(processes.all.map((one) => processes.run(one)));
    return processes;
  }

  /** Any running process. */
  async any(): Promise<SiteProcess> {
    for (;;) {
      const running = this.all.filter(({ replica }) => replica);
      const one = running[Math.floor(this.random() * running.length)];
      if (one) return one;
      await delay(POLL_MS);
    }
  }

  /** Kills a running one and restarts it at once. @throws Error if it then serves an older registry than a team was told of */
  async killAny(): Promise<void> {
    const one = await this.any();
    const { replica } = one;
    if (!replica) return;
    one.replica = null;
    this.kills += 1;
    const ended = once(replica.process, 'exit');
    replica.process.kill('SIGKILL');
    await ended;
    const newest = this.acknowledged;
    await this.run(one);
    const serial = await serialAt(one);
    if (serial < newest) throw new Error(`${one.url} started with registry ${serial}, though ${newest} was acknowledged`);
  }

  /** A team was told of this registry: from now on every process has to serve it. */
  acknowledge(serial: number): void {
    this.acknowledged = Math.max(this.acknowledged, serial);
    const start = performance.now();
    for (const one of this.all) {
      const watch = this.watch(one, serial, start);
      // Reported by `settle`.
      watch.catch(() => undefined);
      this.watches.push(watch);
    }
  }

  /** Waits until all processes run and serve what was acknowledged. */
  async settle(): Promise<void> {
    while (this.all.some(({ replica }) => !replica)) await delay(POLL_MS);
    await Promise.all(this.watches);
  }

  /** @returns the exit codes */
  async stop(): Promise<(number | null)[]> {
    return Promise.all(this.all.map(({ replica }) => (replica ? stop(replica) : null)));
  }

  private async run(one: SiteProcess): Promise<void> {
    const replica = await startProcess(this.envs.get(one) ?? {});
    if (replica.url !== one.url) throw new Error(`the process is at ${replica.url}, not at ${one.url}`);
    one.lives += 1;
    one.replica = replica;
  }

  private async watch(one: SiteProcess, serial: number, start: number): Promise<void> {
    const { lives } = one;
    const starts = this.starts();
    const waited = processorWaits();
    let [polls, slowestResponse, slowestPause] = [0, 0, 0];
    // One that is killed meanwhile is checked after it has started again.
    while (one.lives === lives && one.replica) {
      const asked = performance.now();
      const served = await serialAt(one).catch(() => 0);
      const now = performance.now();
      const ms = now - start;
      polls += 1;
      slowestResponse = Math.max(slowestResponse, now - asked);
      if (served >= serial) {
        this.followedMs.push(ms);
        if (ms > PROMISED_MS)
          this.late.push(
            `registry ${serial} at ${one.url} after ${Math.round(ms)} ms: ${polls} requests, the slowest ${Math.round(slowestResponse)} ms; ` +
              `this test itself was ${Math.round(slowestPause)} ms late; ${this.starts() - starts} starts meanwhile; ` +
              `processes waited for a processor for ${waited === undefined ? 'an unknown time' : `${Math.round(((processorWaits() ?? 0) - waited) / 1_000)} ms`}`,
          );
        return;
      }
      if (ms > MAX_MS)
        throw new Error(`${one.url} serves registry ${served} ${Math.round(ms)} ms after ${serial} was acknowledged`);
      await delay(POLL_MS);
      slowestPause = Math.max(slowestPause, performance.now() - now - POLL_MS);
    }
  }

  private starts(): number {
    return this.all.reduce((sum, { lives }) => sum + lives, 0);
  }
}
