import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRemoteBuild } from '../build-output.ts';
import { startCanary } from '../canary.ts';
import { publish } from '../publish.ts';
import { aDist, writeDist, type Dist } from './a-dist.ts';
import { aRemoteBuild, aShellBuild, testKeys as keys } from './builds.ts';

/** When everything in the store is released. */
export const now = new Date('2026-11-20T10:00:00Z');

/** A store for each test in the file, with a shell, another remote with a canary, and the unchanged remote `eggs`. */
export function aStoreWithRemotes() {
  let root: string;

  async function publishDist(dist: Dist) {
    const { folder, remove } = await writeDist(dist);
    try {
      return await publish(root, await readRemoteBuild('eggs', '0.1.0', folder), keys, now);
    } finally {
      await remove();
    }
  }

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'gate-'));
    await publish(root, aShellBuild('19.3.1', ['/', '/about']), keys, now);
    const milk = aRemoteBuild({ path: '/projects/milk' });
    const asMilk = (build: typeof milk) => ({
      ...build,
      manifest: { ...build.manifest, app: 'milk', container: 'milk' } as typeof build.manifest,
    });
    await publish(root, asMilk(milk), keys, now);
    const tried = aRemoteBuild({ path: '/projects/cheese', hash: 'b', retired: ['/projects/milk'] });
    await startCanary(root, asMilk(tried), { share: 0.05, maxErrorRate: 0.02 }, keys, now);
    await publishDist(aDist());
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  return {
    /** The folder of the test's store. */
    get root() {
      return root;
    },
    /** Releases `eggs` after a change to its build. */
    publishChanged(change: (dist: Dist) => void) {
      const dist = aDist();
      change(dist);
      return publishDist(dist);
    },
  };
}
