import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { readRemoteBuild } from '@site/releases';
import type { Random } from '@site/sim';
import type { Team } from '../../src/test-support/a-team.ts';
import { signed } from '../../src/test-support/a-team-site.ts';
import type { Processes, SiteProcess } from './processes.ts';
import type { KnownRelease } from './tabs.ts';

const COMMAND = resolve(import.meta.dirname, '../../bin/site.mjs');
const run = promisify(execFile);

/** A page that all teams may have, but only one of them at a time. */
export const SHARED_PATH = '/projects/shared';

/** Reasons for which the gate or the state of the app may refuse a random action. */
const REFUSALS = [
  `${SHARED_PATH} belongs to`,
  'has no release before it',
  'other canaries take up the rest',
  'has no stable release to fall back to',
];
/** The command cannot say whether the action took place. */
const DOUBTS = [
  'does not respond',
  'responded with 5',
  'another command',
  'cannot be reached',
  'in a format that this command does not recognize',
];

export type Kind = 'release' | 'canary' | 'promote' | 'rollback' | 'kill';

/** One command of a team, and its outcome. */
export interface Action {
  readonly app: string;
  readonly kind: Kind;
  /** Identifies the action in the log. */
  readonly message: string;
  /** The release that was sent or killed. */
  readonly release: string | undefined;
  readonly outcome: 'done' | 'unchanged' | 'refused' | 'in doubt';
  /** Of the registry in which the action took place. */
  readonly serial: number | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
}

interface AppStatus {
  readonly app: string;
  readonly release: string;
  readonly canary: { readonly release: string } | null;
}

function outcomeOf(code: number | string | null, said: string): Action['outcome'] {
  if (code === 0) return said.includes('was already live') ? 'unchanged' : 'done';
  if (DOUBTS.some((words) => said.includes(words))) return 'in doubt';
  if (REFUSALS.some((words) => said.includes(words))) return 'refused';
  throw new Error(`the command exited with ${code}, and printed: ${said}`);
}

/** A team with a repository of its own, which releases one app over the network with the `site` command. */
export class TeamAtWork {
  readonly actions: Action[] = [];
  private builds = 0;
  /** The last build that was sent as a canary. */
  private tried: readonly string[] = [];
  /** The release of the last build. */
  private newest = '';

  /** @param known gets each release before it is sent */
  constructor(
    readonly app: string,
    private readonly team: Team,
    private readonly processes: Processes,
    private readonly random: Random,
    private readonly known: Map<string, KnownRelease>,
  ) {}

  /** Makes the repository. */
  async begin(): Promise<void> {
    await this.git('init', '--quiet');
    await this.git('config', 'user.email', `${this.app}@site.example`);
    await this.git('config', 'user.name', this.app);
  }

  /** Sends a build and, if the team cannot know what became of it, sends it again. */
  async release(isCanary: boolean): Promise<void> {
    const build = await this.build();
    const release = this.newest;
    if (isCanary) this.tried = build;
    const args = isCanary ? ['canary', ...build, '--share', this.share()] : ['release', ...build];
    while ((await this.command(isCanary ? 'canary' : 'release', args, release)).outcome === 'in doubt');
  }

  /** One random action that the state of the app allows. @returns true if it sent a build */
  async takeAction(): Promise<boolean> {
    const state = await this.state();
    const luck = this.random();
    if (state?.canary) {
      if (luck < 0.5) await this.command('promote', ['promote', this.app]);
      else if (luck < 0.8) await this.command('rollback', ['rollback', this.app]);
      // Another share for the same build.
      else await this.command('canary', ['canary', ...this.tried, '--share', this.share()], state.canary.release);
      return false;
    }
    if (!state || luck < 0.7) {
      await this.release(state !== undefined && luck < 0.3);
      return true;
    }
    if (luck < 0.87) await this.command('rollback', ['rollback', this.app]);
    else await this.command('kill', ['kill', this.app, state.release], state.release);
    return false;
  }

  private share(): string {
    return String(5 + Math.floor(this.random() * 35));
  }

  private async build(): Promise<string[]> {
    this.builds += 1;
    const claims = this.random() < 0.3;
    const build = await this.team.build(this.app, {
      text: `build ${this.builds} of ${this.app}`,
      bytes: Math.floor(this.random() * 5_000),
      ...(claims ? { paths: [SHARED_PATH] } : { retired: [SHARED_PATH] }),
    });
    await this.git('add', '--all');
    await this.git('commit', '--quiet', '--message', `build ${this.builds}`);
    const folder = build.at(-1) ?? '';
    const { manifest } = await readRemoteBuild(this.app, '0.1.0', folder);
    this.newest = manifest.release;
    this.known.set(`${this.app} ${manifest.release}`, {
      files: Object.fromEntries(Object.entries(manifest.files).map(([path, { integrity }]) => [path, integrity])),
      paths: [`/projects/${this.app}`, ...(claims ? [SHARED_PATH] : [])],
    });
    return build;
  }

  private async git(...args: readonly string[]): Promise<void> {
    await run('git', args, { cwd: this.team.folder });
  }

  /** What the site says about the app; undefined if nothing has been released yet. */
  private async state(): Promise<AppStatus | undefined> {
    for (;;) {
      const at = await this.processes.any();
      const response = await signed(at, this.team.key, 'GET', '/api/releases/status').catch(() => undefined);
      if (response?.status !== 200) continue;
      const { apps } = (await response.json()) as { apps: readonly AppStatus[] };
      return apps.find(({ app }) => app === this.app);
    }
  }

  private async command(kind: Kind, args: readonly string[], release?: string): Promise<Action> {
    const at: SiteProcess = await this.processes.any();
    const message = `${this.app}, action ${this.actions.length + 1}`;
    const startedAt = performance.now();
    const child = spawn(process.execPath, [COMMAND, ...args, '--to', at.url, '--message', message], {
      cwd: this.team.folder,
      env: { PATH: process.env['PATH'], RELEASE_SIGNING_KEY: this.team.key },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, complaint, [code, signal]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number | null, string | null]>,
    ]);
    const outcome = outcomeOf(code ?? signal, out + complaint);
    const serial = outcome === 'done' ? Number(/\(registry (\d+)\)/.exec(out)?.[1]) : undefined;
    const action: Action = { app: this.app, kind, message, release, outcome, serial, startedAt, endedAt: performance.now() };
    this.actions.push(action);
    if (serial !== undefined) this.processes.acknowledge(serial);
    return action;
  }
}
