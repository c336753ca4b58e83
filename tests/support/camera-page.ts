import type { Page } from '@playwright/test';
import sharing from '../../apps/demos-cameras/content/gallery.json' with { type: 'json' };
import { countCameras, nameCameras, stubGallery } from './camera.ts';
import type { CollagePage } from './collage-pages.ts';
import { expect, stopClock } from './journey.ts';

export const CAMERA_NAMES = ['Front Camera', 'Back Camera'];

/** Shown beside every Start button. */
export const SHARING_NOTICE =
  "When you finish, the finished picture is added to this site's public gallery. Single photos stay on your device.";

export const shutterOf = (page: Page) => page.getByRole('button', { name: 'Take the photos' });
export const captureDialogOf = (page: Page) => page.getByRole('dialog', { name: 'Camera' });
/** The initial state of the switch as set by the site's owner; tests of pictures set it themselves. */
export const SHARES_BY_DEFAULT = sharing.shareByDefault;
export const sharingOf = (page: Page) => page.getByRole('switch', { name: 'Add to the shared gallery' });

const LOW_RESOLUTION = { width: 640, height: 480 };

/** Records the requests for cameras, and reduces each to a resolution that a busy machine can draw. */
export async function limitResolution(page: Page, size = LOW_RESOLUTION): Promise<void> {
  await page.addInitScript(({ width, height }) => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    const requests: MediaStreamConstraints[] = [];
    mediaDevices.getUserMedia = (constraints = {}) => {
      requests.push(constraints);
      const video = constraints.video as MediaTrackConstraints;
      return open({ ...constraints, video: { ...video, width: { ideal: width }, height: { ideal: height } } });
    };
    Object.assign(window, { requests });
  }, size);
}

/** Records the requests for cameras, and keeps each waiting for `answerPrompt`, like a permission prompt. */
export async function holdPrompt(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    const requests: unknown[] = [];
    mediaDevices.getUserMedia = async (constraints) => {
      requests.push(constraints);
      await new Promise((resolve) => Object.assign(window, { answerPrompt: resolve }));
      return open(constraints);
    };
    Object.assign(window, { requests });
  });
}

export const answerPrompt = (page: Page) => page.evaluate(() => (window as unknown as { answerPrompt(): void }).answerPrompt());

/** Cameras of the open page open once the returned function is called. */
export async function delayCameras(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    const allowed = new Promise((resolve) => Object.assign(window, { openCameras: resolve }));
    mediaDevices.getUserMedia = (constraints) => allowed.then(() => open(constraints));
  });
  return () => page.evaluate(() => (window as unknown as { openCameras(): void }).openCameras());
}

/** The requests for cameras so far. */
export const requestsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { requests: MediaStreamConstraints[] }).requests);

/** A camera page with a front and a rear camera, and a gallery that responds. */
export async function openCameraPage(page: Page, path: string, { names = CAMERA_NAMES, size = LOW_RESOLUTION } = {}) {
  const gallery = await stubGallery(page);
  await limitResolution(page, size);
  const cameras = await countCameras(page);
  await nameCameras(page, names);
  await page.goto(path);
  return { gallery, cameras };
}

/** Switches on one of the shooting options, which are collapsed at first. */
export async function switchOnOption(page: Page, name: string) {
  await page.getByText('Shooting options', { exact: true }).click();
  await page.getByRole('switch', { name }).check();
}

export async function openCaptureDialog(page: Page, { start }: Pick<CollagePage, 'start'>, { isShared = true } = {}) {
  await sharingOf(page).setChecked(isShared);
  await page.getByRole('button', { name: start }).click();
  await expect(shutterOf(page)).toBeEnabled();
}

/** Takes a picture from Start to its result, at the pace of the page's clock: fast, and never late. */
export async function takePicture(page: Page, collagePage: CollagePage, { isShared = true } = {}) {
  await openCaptureDialog(page, collagePage, { isShared });
  await stopClock(page);
  await shutterOf(page).click();
  await page.clock.runFor(collagePage.count * collagePage.intervalMs);
  await page.clock.resume();
  await expect(page.getByRole('heading', { name: collagePage.result })).toBeVisible();
}

/** Simulates unplugging the running camera. */
export const unplugCamera = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { cameraTracks: MediaStreamTrack[] }).cameraTracks.at(-1)!.dispatchEvent(new Event('ended')),
  );
