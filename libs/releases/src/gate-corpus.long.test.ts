import { aStoreWithRemotes } from './testing/a-store-with-remotes.ts';
import { BREAKING_CHANGES } from './testing/breaking-changes.ts';
import { HARMLESS } from './testing/harmless-changes.ts';

const store = aStoreWithRemotes();

test('the corpus has at least 40 breaking and 40 harmless changes', () => {
  expect(BREAKING_CHANGES.length).toBeGreaterThanOrEqual(40);
  expect(HARMLESS.length).toBeGreaterThanOrEqual(40);
  process.stderr.write(`the gate's corpus: ${BREAKING_CHANGES.length} breaking changes, ${HARMLESS.length} harmless changes\n`);
});

test.each(BREAKING_CHANGES)('%s is refused with the reason', async (_name, change, reason) => {
  await expect(store.publishChanged(change)).rejects.toThrow(reason);
});

test.each(HARMLESS)('%s is accepted', async (_name, change) => {
  expect(await store.publishChanged(change)).toMatchObject({ app: 'eggs', changed: true });
});
