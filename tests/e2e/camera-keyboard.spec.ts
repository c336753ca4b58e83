import { fakeCameras, launchWith, stubGallery } from '../support/camera.ts';
import { answerPrompt, holdPrompt, openCameraPage, roomOf, shutterOf, takePicture } from '../support/camera-room.ts';
import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { GARDEN_PATH, gardenRoom, startButton } from '../support/garden.ts';
import { expect, stopClock, test } from '../support/journey.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

const { collage, hexagon, optimal } = COLLAGE_PAGES;

test('with the keyboard only: Enter on Start leads to the shutter, Enter there takes the picture, and the focus is never lost', async ({
  page,
}) => {
  await openCameraPage(page, collage.path);
  await page.getByRole('button', { name: collage.start }).press('Enter');
  await expect(shutterOf(page)).toBeFocused();
  await expect(shutterOf(page)).toBeEnabled();
  await stopClock(page);
  await page.keyboard.press('Enter');
  await page.clock.runFor(2 * collage.intervalMs + 10);
  await expect(roomOf(page).getByText(collage.counter(3), { exact: true })).toBeVisible();
  await expect(shutterOf(page)).toBeFocused();
  await expect(shutterOf(page)).toBeDisabled();
  // A series is running, so pressing the shutter again starts none.
  await page.keyboard.press('Enter');
  await page.clock.runFor(collage.intervalMs);
  await expect(roomOf(page).getByText(collage.counter(4), { exact: true })).toBeVisible();
  await page.clock.runFor(collage.count * collage.intervalMs);
  await page.clock.resume();
  await expect(page.getByRole('heading', { name: collage.result })).toBeFocused();
  await expect(page.getByText('20 shots', { exact: false })).toBeVisible();
});

test('Enter pressed twice on Start does not discard the room; Escape returns the focus to Start', async ({ page }) => {
  await openCameraPage(page, hexagon.path);
  const start = page.getByRole('button', { name: hexagon.start });
  await start.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(shutterOf(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(roomOf(page)).toHaveCount(0);
  await expect(start).toBeFocused();
});

test('retaking a tile keeps the focus in its room, and returns it to where the room was opened', async ({ page }) => {
  await openCameraPage(page, optimal.path);
  await takePicture(page, optimal);
  const again = page.getByRole('button', { name: 'Retake one tile' });
  const room = page.getByRole('dialog', { name: 'Retake one tile' });
  await again.press('Enter');
  await expect(room.getByText('Retake one tile', { exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(room).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(room).toHaveCount(0);
  await expect(again).toBeFocused();
  await again.press('Enter');
  await expect(room.getByRole('button', { name: 'Take this tile' })).toBeEnabled();
  await room.getByRole('button', { name: 'Take this tile' }).press('Enter');
  await expect(room).toHaveCount(0);
  await expect(again).toBeFocused();
});

test('the garden opens with the focus on Finish now, which waits for a flower, and returns the focus to Start', async ({
  page,
}) => {
  await stubGallery(page);
  // The camera starts on command, because Enter would end a garden with a flower.
  await holdPrompt(page);
  await page.goto(GARDEN_PATH);
  await page.getByRole('button', { name: 'Enable Camera' }).press('Enter');
  // The button is gone.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('Requesting camera access...')).toBeVisible();
  await answerPrompt(page);
  await startButton(page).press('Enter');
  const finish = gardenRoom(page).getByRole('button', { name: 'Finish now' });
  await expect(finish).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(gardenRoom(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(gardenRoom(page)).toHaveCount(0);
  await expect(startButton(page)).toBeFocused();
});
