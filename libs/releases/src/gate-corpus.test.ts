import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRemoteBuild } from './build-output.ts';
import { startCanary } from './canary.ts';
import { publish } from './publish.ts';
import { kill, rollback } from './switch-release.ts';
import { aDist, writeDist, type Dist } from './testing/a-dist.ts';
import { aRemoteBuild, aShellBuild, testKeys as keys } from './testing/builds.ts';

const now = new Date('2026-11-20T10:00:00Z');
const script =
  (text: string, file = 'assets/hens.js') =>
  (dist: Dist) => {
    dist.files[file] = `${dist.files[file] ?? ''}\n${text}`;
  };
const anotherPage = (dist: Dist, path: string, more: Record<string, unknown> = {}): void => {
  dist.contract.routes.push({ ...dist.contract.routes[0], path, page: 'src/coop.page.tsx', ...more });
  dist.vite['src/coop.page.tsx'] = { file: 'assets/coop.js' };
  dist.files['assets/coop.js'] = 'export const Component = () => null;';
};

let root: string;
/** A shell, another remote with a canary, and the unchanged remote. */
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

async function publishDist(dist: Dist) {
  const { folder, remove } = await writeDist(dist);
  try {
    return await publish(root, await readRemoteBuild('eggs', '0.1.0', folder), keys, now);
  } finally {
    await remove();
  }
}
const changed = (change: (dist: Dist) => void): Dist => {
  const dist = aDist();
  change(dist);
  return dist;
};

test('a release that was killed is refused', async () => {
  const { release } = await publishDist(changed(script('// another')));
  await kill(root, 'eggs', release, keys, now);
  await expect(publishDist(changed(script('// another')))).rejects.toThrow('was killed');
});

test('a rollback may lose pages that were added later, because it must always be possible', async () => {
  await publishDist(changed((dist) => anotherPage(dist, '/projects/coop')));
  await expect(rollback(root, 'eggs', undefined, keys, now)).resolves.toMatchObject({ serial: 6 });
});
