import type { Page } from '@playwright/test';
import { countCameras, nameCameras, stubGallery } from './camera.ts';
import type { CollagePage } from './collage-pages.ts';
import { expect } from './test.ts';

export const CAMERA_NAMES = ['Front Camera', 'Back Camera'];

/** What stands beside every Start. */
export const SHARING_NOTICE =
  "When you finish, the finished picture is added to this site's public gallery. Single photos stay on your device.";

export const shutterOf = (page: Page) => page.getByRole('button', { name: 'Take the photos' });
export const roomOf = (page: Page) => page.getByRole('dialog', { name: 'Camera' });

/** Notes what is asked of the cameras, and asks for no more of the fake ones than a busy machine can paint. */
export async function askForLittle(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    const asked: MediaStreamConstraints[] = [];
    mediaDevices.getUserMedia = (constraints = {}) => {
      asked.push(constraints);
      const video = constraints.video as MediaTrackConstraints;
      return open({ ...constraints, video: { ...video, width: { ideal: 640 }, height: { ideal: 480 } } });
    };
    Object.assign(window, { asked });
  });
}

/** What was asked of the cameras so far. */
export const askedOf = (page: Page) => page.evaluate(() => (window as unknown as { asked: MediaStreamConstraints[] }).asked);

/** A camera page with a front and a rear camera, and a gallery that answers. */
export async function openCameraPage(page: Page, path: string, names: readonly string[] = CAMERA_NAMES) {
  const gallery = await stubGallery(page);
  await askForLittle(page);
  const cameras = await countCameras(page);
  await nameCameras(page, names);
  await page.goto(path);
  return { gallery, cameras };
}

export async function openRoom(page: Page, { start }: Pick<CollagePage, 'start'>) {
  await page.getByRole('button', { name: start }).click();
  await expect(shutterOf(page)).toBeEnabled();
}

export async function takePicture(page: Page, collagePage: Pick<CollagePage, 'start' | 'result'>) {
  await openRoom(page, collagePage);
  await shutterOf(page).click();
  await expect(page.getByRole('heading', { name: collagePage.result })).toBeVisible({ timeout: 20_000 });
}
