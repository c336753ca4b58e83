import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { openDialog, picture, press, recipe, settle, showCollagePage, takePicture, world } from './collage-page-under-test.tsx';
import { recipe as hybrid } from './camera-hex-square.page.tsx';
import { recipe as eighty } from './camera-optimal-80.page.tsx';
import { recipe as squares } from './camera-squares.page.tsx';

/** What is added to jsdom for one test. */
const GIVEN = ['canShare', 'share', 'clipboard'] as const;
afterEach(() => {
  for (const name of GIVEN) Reflect.deleteProperty(navigator, name);
  Reflect.deleteProperty(window, 'ClipboardItem');
});
const give = (name: (typeof GIVEN)[number], value: unknown) =>
  Object.defineProperty(navigator, name, { value, configurable: true });

test.each([
  ['a list', recipe],
  ['a menu', eighty],
])('with %s of cameras, Start is disabled while there are none', async (_what, shown) => {
  world.cameras = [];
  showCollagePage(undefined, shown);
  expect(await screen.findAllByText('No cameras detected')).not.toEqual([]);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: shown.startLabel }).disabled).toBe(true);
});

test('a camera that does not start counts as a denial, with the reason and a Retry button', async () => {
  showCollagePage();
  await screen.findByText(recipe.explanation);
  world.refusal = 'NotReadableError';
  press(recipe.startLabel);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Camera Access Required');
  expect(alert.textContent).toContain('something else is using it');
  world.refusal = null;
  press('Retry');
  await screen.findByRole('button', { name: recipe.startLabel });
});

test('if the picture cannot be composed, the page says so, leaves no camera on and sends nothing', async () => {
  world.encode = (done) => done(null);
  showCollagePage();
  await screen.findByText(recipe.explanation);
  await openDialog(recipe.startLabel);
  press('Take the photos');
  expect((await screen.findByRole('alert')).textContent).toBe('The picture could not be put together. Start again.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(world.stops).toBe(world.tracks.length);
  expect(world.saves).toBe(0);
});

test('a failed save keeps the picture and says why; the hybrid page has its own words for it', async () => {
  world.saveStatus = 500;
  await takePicture();
  await screen.findByText('Failed to save to gallery');
  screen.getByText('Failed to save submission. The picture is still here, and nothing is lost.');
  expect(picture()).toMatch(/^blob:/);
  world.saveStatus = 201;
  press('Try again');
  await screen.findByText('Saved to gallery!');
  expect(hybrid.saveWords).toEqual({ saved: 'Saved to gallery', failed: 'Error saving to gallery' });
});

test('a private picture stays private, even if a tile is retaken, until it is added; then it may wait for the owner, and can be removed', async () => {
  await takePicture({ isShared: false });
  await openDialog('Retake one tile');
  act(() => void world.tracks.at(-1)?.dispatchEvent(new Event('ended')));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The camera was unplugged or taken over by another app. The picture is unchanged.',
  );
  await openDialog('Retake one tile');
  expect(screen.queryByRole('alert')).toBeNull();
  press('Take this tile');
  await settle();
  screen.getByText('Not in the gallery: this picture is on your device only.');
  expect(world.saves).toBe(0);
  world.isHeld = true;
  press('Add to the shared gallery');
  await screen.findByText('Sent to the gallery, awaiting approval by the owner of this site.');
  screen.getByText("Nobody else sees it until this site's owner has approved it.");
  expect(Object.values(localStorage)).toEqual([JSON.stringify({ p1: 'token' })]);
  world.removalStatus = 503;
  press('Remove from gallery');
  await screen.findByText('Could not remove it from the gallery');
  world.removalStatus = 204;
  press('Remove from gallery');
  await screen.findByText('Removed from gallery');
});

test('Share passes on the file; closing the share sheet is not a failure, and a toast reports any other error', async () => {
  const shared: string[] = [];
  let refusal: string | undefined;
  const share = async ({ files }: { files: File[] }) => {
    if (refusal) throw new DOMException('no', refusal);
    shared.push(...files.map(({ name, type }) => `${name} ${type}`));
  };
  give('canShare', () => true);
  give('share', share);
  const toast = jest.fn();
  await takePicture({ toast });
  press('Share');
  await settle();
  expect(shared).toEqual(['photo-collage.jpg image/jpeg']);
  refusal = 'AbortError';
  press('Share');
  await settle();
  expect(toast).not.toHaveBeenCalled();
  refusal = 'DataError';
  press('Share');
  await settle();
  expect(toast).toHaveBeenCalledWith({ title: 'Sharing did not work', description: 'Download the picture instead.' });
});

test('a browser without a share sheet or a clipboard offers neither; if the clipboard refuses, a toast offers an alternative', async () => {
  const toast = jest.fn();
  await takePicture({ toast });
  for (const name of ['Share', 'Copy image']) expect(screen.queryByRole('button', { name })).toBeNull();
  give('clipboard', { write: async () => Promise.reject(new DOMException('no', 'NotAllowedError')) });
  Object.assign(window, { ClipboardItem: jest.fn(), createImageBitmap: () => new Promise(() => {}) });
  // Render again, this time with a clipboard.
  press('Take another');
  await screen.findByText(recipe.explanation);
  await openDialog(recipe.startLabel);
  press('Take the photos');
  fireEvent.click(await screen.findByRole('button', { name: 'Copy image' }));
  await settle();
  expect(toast).toHaveBeenCalledWith({ title: 'Copying did not work', description: 'Download the picture instead.' });
  // The next test would count a save that is sent after this test has ended.
  await screen.findByText(recipe.saveWords.saved);
});

test('the squares page prefetches the gallery, and fetches it again after its picture is added', async () => {
  const { count, intervalMs, layoutFor } = recipe;
  await takePicture({ shown: { ...squares, count, intervalMs, layoutFor } });
  await waitFor(() => expect(world.lists).toBe(2));
});

test('the other pages do not prefetch the gallery', async () => {
  await takePicture();
  expect(world.lists).toBe(0);
});
