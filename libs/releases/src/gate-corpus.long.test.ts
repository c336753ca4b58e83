import { aStoreWithRemotes } from './testing/a-store-with-remotes.ts';
import { BREAKS } from './testing/breaking-changes.ts';
import { HARMLESS } from './testing/harmless-changes.ts';

const store = aStoreWithRemotes();

test('the corpus has at least 40 breaking and 40 harmless changes', () => {
  expect(BREAKS.length).toBeGreaterThanOrEqual(40);
  expect(HARMLESS.length).toBeGreaterThanOrEqual(40);
  process.stderr.write(`the gate's corpus: ${BREAKS.length} breaks, ${HARMLESS.length} harmless changes\n`);
});

test.each(BREAKS)('%s is refused with the reason', async (_name, change, reason) => {
  await expect(store.publishChanged(change)).rejects.toThrow(reason);
});

test.each(HARMLESS)('%s is accepted', async (_name, change) => {
  expect(await store.publishChanged(change)).toMatchObject({ app: 'eggs', changed: true });
});
