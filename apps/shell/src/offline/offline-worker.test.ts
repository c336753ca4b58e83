/**
 * @jest-environment node
 */
import { OfflineWorld, ORIGIN, type Shown } from '../testing/offline-world.ts';

const anExhibit = (shown: Partial<Shown>) => expect.objectContaining(shown) as Shown;

test('an exhibit that was opened opens without a network; any other address leads to the offline page', async () => {
  const world = new OfflineWorld();
  await world.open('/a');
  world.isOnline = false;
  world.restart();
  expect(await world.visit('/a')).toEqual({ path: '/a', serial: 1, release: 1 });
  expect(await world.visit('/b?seed=7')).toBe('/offline?from=%2Fb%3Fseed%3D7');
  expect(await world.visit('/offline')).toEqual(anExhibit({ path: '/offline', serial: 1 }));
});

test('a file of the kept release comes from the disk, any other from the network', async () => {
  const world = new OfflineWorld();
  await world.open('/a');
  world.isOnline = false;
  const file = world.worker.file({ url: `${ORIGIN}/r/app/1/page.js` } as Request);
  const other = world.worker.file({ url: `${ORIGIN}/r/app/2/page.js` } as Request).catch((error: Error) => error.message);
  await world.settle();
  expect([await (await file).text(), await other]).toEqual(['/r/app/1/page.js', 'no network']);
});

test('if nothing is kept, the browser shows its own error', async () => {
  const world = new OfflineWorld();
  world.isOnline = false;
  expect(await world.visit('/a')).toBe('no page');
});

test('a server error is shown, and nothing is forgotten because of it', async () => {
  const world = new OfflineWorld();
  await world.open('/a');
  world.faults = { status: 503 };
  expect(await world.visit('/a')).toBe('503');
  world.isOnline = false;
  expect(await world.visit('/a')).toEqual(anExhibit({ serial: 1 }));
});

test('a document of another serial deletes what is kept before it is shown, even if the browser stops just then', async () => {
  const world = new OfflineWorld();
  await world.open('/a');
  world.publish();
  const tab = { isShown: false };
  const showing = world.navigate('/about').then(() => (tab.isShown = true));
  while (!tab.isShown) await world.advance();
  await showing;
  world.isOnline = false;
  world.restart();
  expect(await world.visit('/a')).toBe('no page');
});

test('kept pages are replaced by those of the new release', async () => {
  const world = new OfflineWorld();
  await world.open('/a');
  world.publish();
  await world.visit('/about');
  world.isOnline = false;
  expect(await world.visit('/a')).toEqual(anExhibit({ serial: 2, release: 2 }));
  expect(world.sets).toEqual(['offline 2-hash']);
});

test.each(['+app', '+app*'])('a visitor on set 1%s keeps nothing', async (set) => {
  const world = new OfflineWorld();
  await world.open('/a');
  world.faults = { set };
  await world.open('/a');
  expect(world.sets).toEqual([]);
  world.faults = {};
  await world.visit('/about');
  expect(world.sets).toEqual(['offline 1-hash']);
});

test('a file that is not what the list says, or a full disk, keeps the whole set from being used', async () => {
  for (const faults of [{ isSpoiled: true }, { isFull: true }]) {
    const world = new OfflineWorld();
    world.faults = faults;
    await world.open('/a');
    expect(world.sets).toEqual([]);
    world.isOnline = false;
    expect(await world.visit('/a')).toBe('no page');
  }
});

test('a fill that fails is retried three times', async () => {
  for (const [lostFiles, sets] of [
    [3, ['offline 1-hash']],
    [4, []],
  ] as const) {
    const world = new OfflineWorld();
    world.faults = { lostFiles };
    await world.open('/a');
    expect(world.sets).toEqual(sets);
  }
});

test('a page that is retired is no longer requested', async () => {
  const world = new OfflineWorld();
  await world.open('/a');
  world.site = { ...world.site, serial: 2, pages: ['/b'] };
  expect(await world.visit('/a')).toEqual(anExhibit({ path: '/a' }));
  world.isOnline = false;
  expect(await world.visit('/a')).toBe('/offline?from=%2Fa');
});

test('documents are accepted when the server’s serials go down', async () => {
  const world = new OfflineWorld();
  world.site = { ...world.site, serial: 50 };
  await world.open('/a');
  world.site = { ...world.site, serial: 3 };
  await world.visit('/about');
  world.isOnline = false;
  expect(await world.visit('/a')).toEqual(anExhibit({ serial: 3 }));
});

test('a document older than one that was seen, such as the copy for the back button, is requested again', async () => {
  const world = new OfflineWorld();
  world.publish();
  await world.open('/a');
  world.faults = { copy: 1 };
  expect(await world.visit('/a')).toEqual(anExhibit({ serial: 2 }));
  world.isOnline = false;
  expect(await world.visit('/a')).toEqual(anExhibit({ serial: 2 }));
});
