import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  beginRetake,
  openDialog,
  picture,
  press,
  recipe,
  settle,
  showCollagePage,
  takePicture,
  world,
} from './collage-page-under-test.tsx';

test('retaking a tile produces a new picture, which is saved again', async () => {
  await takePicture();
  const before = picture();
  (await beginRetake())();
  await settle();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(picture()).not.toBe(before);
  screen.getByText('Saving to gallery...');
  await screen.findByText(recipe.saveWords.saved);
  expect(world.saves).toBe(2);
});

test('a private picture that was added to the gallery later is replaced there when a tile is retaken', async () => {
  await takePicture({ isShared: false });
  press('Add to the shared gallery');
  await screen.findByText(recipe.saveWords.saved);
  (await beginRetake())();
  await settle();
  await screen.findByText(recipe.saveWords.saved);
  expect(world.saves).toBe(2);
});

test('a tile that is retaken while the picture is being removed from the gallery does not bring it back', async () => {
  await takePicture();
  let answer = () => {};
  world.removal = new Promise((resolve) => (answer = resolve));
  press('Remove from gallery');
  (await beginRetake())();
  await settle();
  expect(screen.queryByText('Saving to gallery...')).toBeNull();
  answer();
  await screen.findByText('Removed from gallery');
  expect(world.saves).toBe(1);
});

test.each([
  ['Cancel', () => press('Cancel')],
  ['Escape', () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))],
  ['the loss of the camera', () => act(() => world.tracks.at(-1)?.dispatchEvent(new Event('ended')))],
])('%s while a tile is being retaken discards it: picture and gallery stay as they were', async (_what, leave) => {
  await takePicture();
  const before = picture();
  const finish = await beginRetake();
  leave();
  await settle();
  expect(screen.queryByRole('dialog')).toBeNull();
  finish();
  await settle();
  expect(picture()).toBe(before);
  expect(screen.queryByText('Saving to gallery...')).toBeNull();
  expect(world.saves).toBe(1);
});

test('a tile that cannot be encoded leaves the picture as it was, on its canvas too', async () => {
  await takePicture();
  world.encode = (done) => done(null);
  await openDialog('Retake one tile');
  const canvas = screen.getByRole('dialog').querySelector('canvas')!;
  const before = world.drawn.get(canvas);
  press('Take this tile');
  await screen.findByText('The tile could not be taken. The picture is unchanged.');
  expect(world.drawn.get(canvas)).toBe(before);
});

test('a busy camera during a retake is reported next to the picture; Retry requests it again and opens the dialog', async () => {
  await takePicture();
  const before = picture();
  world.refusal = 'NotReadableError';
  press('Retake one tile');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The camera is there, but something else is using it. The picture is unchanged.');
  expect(screen.queryByRole('dialog')).toBeNull();
  press('Retry');
  await screen.findByRole('alert');
  expect(picture()).toBe(before);
  world.refusal = null;
  press('Retry');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Retake one tile' }));
  await screen.findByRole('dialog');
  fireEvent.loadedData(screen.getByLabelText('Camera view'));
  expect(screen.queryByRole('alert')).toBeNull();
  press('Take this tile');
  await waitFor(() => expect(picture()).not.toBe(before));
  await screen.findByText(recipe.saveWords.saved);
});

test('a camera granted after the visitor moved on to another picture does not open the dialog, and the page does not wait for it', async () => {
  await takePicture();
  world.refusal = 'NotReadableError';
  press('Retake one tile');
  await screen.findByRole('alert');
  world.refusal = null;
  press('Retry');
  press('Take another');
  await screen.findByText(recipe.explanation);
  await settle();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['failed', () => (press('Take this tile'), screen.findByText('The tile could not be taken. The picture is unchanged.'))],
  ['lost its camera', () => (act(() => world.tracks.at(-1)?.dispatchEvent(new Event('ended'))), screen.findByRole('alert'))],
])('after a retake that %s, the next picture starts without the error message', async (_what, fail) => {
  await takePicture();
  world.encode = (done) => done(null);
  await openDialog('Retake one tile');
  await fail();
  press('Take another');
  await screen.findByText(recipe.explanation);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('after the camera is switched in the dialog, the shutter waits for the new camera’s first frame', async () => {
  world.cameras.push({ kind: 'videoinput', deviceId: 'front', label: 'Front Camera' });
  showCollagePage(undefined, { ...recipe, hasCameraMenu: true });
  await screen.findByText(recipe.explanation);
  await openDialog(recipe.startLabel);
  const dialog = within(screen.getByRole('dialog'));
  const shutter = dialog.getByRole('button', { name: 'Take the photos' });
  expect(shutter.getAttribute('aria-disabled')).toBe('false');
  fireEvent.click(dialog.getByRole('button', { name: 'Switch Camera' }));
  fireEvent.click(dialog.getByRole('button', { name: /^Front Camera/ }));
  await settle();
  expect(world.stops).toBe(world.tracks.length - 1);
  expect(shutter.getAttribute('aria-disabled')).toBe('true');
  dialog.getByText('Starting the camera...');
  fireEvent.loadedData(screen.getByLabelText('Camera view'));
  expect(shutter.getAttribute('aria-disabled')).toBe('false');
});

test('the number of the tile to retake can be deleted and typed; an invalid number changes nothing and is discarded when the field loses focus', async () => {
  await takePicture();
  await openDialog('Retake one tile');
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: /^Tile/ });
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  type('');
  expect(field.value).toBe('');
  type('2');
  screen.getByText('Row 1, column 2');
  type('23');
  expect(field.value).toBe('23');
  screen.getByText('Row 1, column 2');
  fireEvent.blur(field);
  expect(field.value).toBe('2');
});

const heading = (level: number) => screen.getByRole('heading', { level });

test('when the pressed button disappears, the focus moves to a heading: the picture’s after a save, the page’s for the next picture', async () => {
  await takePicture();
  press('Remove from gallery');
  expect(document.activeElement).toBe(heading(2));
  await screen.findByText('Removed from gallery');
  world.saveStatus = 503;
  press('Add to the shared gallery');
  expect(document.activeElement).toBe(heading(2));
  await screen.findByText(recipe.saveWords.failed);
  world.saveStatus = 201;
  press('Try again');
  expect(document.activeElement).toBe(heading(2));
  await screen.findByText(recipe.saveWords.saved);
  press('Take another');
  expect(document.activeElement).toBe(heading(1));
});

test('after Retry on a denial the focus moves to the page’s heading', async () => {
  world.refusal = 'NotAllowedError';
  showCollagePage();
  await screen.findByRole('alert');
  world.refusal = null;
  press('Retry');
  await screen.findByText(recipe.explanation);
  expect(document.activeElement).toBe(heading(1));
});
