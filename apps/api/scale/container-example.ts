import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideArchives, WORKSPACE } from './a-machine.ts';

const EXAMPLES = join(WORKSPACE, 'docs/examples');
/** Debian's unprivileged user, in place of `node`. */
export const NOBODY = 65_534;

/** A folder with the archive of `npm run pack`, which other users may read. */
export async function anArchive(): Promise<{
  readonly folder: string;
  readonly archive: string;
  readonly remove: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'site-container-'));
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'packed'));
  const { packed } = await provideArchives(join(folder, 'packed'));
  return { folder, archive: packed, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The folder that stands in for the last stage's file system, and that stage's instructions about its process. */
export interface Image {
  readonly root: string;
  readonly env: Record<string, string>;
  readonly instructions: Readonly<Record<string, string>>;
}

/** Runs the steps of the Containerfile unchanged. Absolute paths refer to the stage's folder; the base image is this machine. */
export async function anImage(folder: string, archive: string, port: number): Promise<Image> {
  const example = await readFile(join(EXAMPLES, 'Containerfile'), 'utf8');
  const text = example.replaceAll('3000', String(port)).replaceAll('${ARCHIVE}', 'site.tgz');
  const stages = new Map<string, string>();
  let root = '';
  const env: Record<string, string> = {};
  let instructions: Record<string, string> = {};
  const inside = (words: string): string => words.replace(/(^|[\s=])\/(site|data)\b/g, `$1${root}/$2`);
  for (const [, step = '', rest = ''] of text.matchAll(/^([A-Z]+) (.+)$/gm)) {
    if (step === 'FROM') {
      root = join(folder, `stage-${stages.size}`);
      stages.set(/ AS (\w+)$/.exec(rest)?.[1] ?? '', root);
      await mkdir(root, { recursive: true });
      instructions = {};
    } else if (step === 'COPY') {
      const [, stage, from = '', to = ''] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(rest) ?? [];
      await cp(stage === undefined ? archive : join(stages.get(stage) ?? '', from), join(root, to), { recursive: true });
    } else if (step === 'RUN') {
      execFileSync('sh', ['-ec', inside(rest).replace('chown node', `chown ${NOBODY}`)]);
    } else if (step === 'ENV') {
      for (const pair of inside(rest).split(' ')) env[pair.split('=')[0] ?? ''] = pair.split('=')[1] ?? '';
    } else {
      instructions[step] = inside(rest);
    }
  }
  return { root, env, instructions };
}

/** The arguments of an instruction in exec form: `CMD ["node", "site.mjs"]`. */
export const argsOf = (step = ''): [string, ...string[]] =>
  JSON.parse(/\[.*\]$/.exec(step)?.[0] ?? '[]') as [string, ...string[]];

/** How a process of the image is started: as an unprivileged user, with the image's settings and these. */
export function processOf({ instructions, env }: Image, settings: Readonly<Record<string, string>>) {
  return { cwd: instructions['WORKDIR'] ?? '', env: { PATH: process.env['PATH'], ...env, ...settings }, uid: NOBODY };
}

/** Runs the image's health check once. */
export function isHealthy({ instructions }: Image, child: ReturnType<typeof processOf>): boolean {
  const [check, ...checked] = argsOf(instructions['HEALTHCHECK']);
  return spawnSync(check, checked, child).status === 0;
}
