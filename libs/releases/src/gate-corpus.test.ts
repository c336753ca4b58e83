import { kill, rollback } from './switch-release.ts';
import { aStoreWithRemotes, now } from './testing/a-store-with-remotes.ts';
import { testKeys as keys } from './testing/builds.ts';
import { anotherPage, script } from './testing/changes-of-a-dist.ts';

const store = aStoreWithRemotes();

test('a release that was killed is refused', async () => {
  const { release } = await store.publishChanged(script('// another'));
  await kill(store.root, 'eggs', release, keys, now);
  await expect(store.publishChanged(script('// another'))).rejects.toThrow('was killed');
});

test('a rollback may lose pages that were added later, because it must always be possible', async () => {
  await store.publishChanged((dist) => anotherPage(dist, '/projects/coop'));
  await expect(rollback(store.root, 'eggs', undefined, keys, now)).resolves.toMatchObject({ serial: 6 });
});
