import type { Page } from '@playwright/test';
import { addFlower, createGarden, isComplete, settleNow, type Garden } from '../../apps/demos-cameras/src/garden/garden.model.ts';
import { createRandom } from '../../libs/sim/src/random.ts';
import { sharingOf } from './camera-page.ts';
import { expect, stopClock } from './journey.ts';

export const GARDEN_PATH = '/projects/camera-kaleidoscope';
/** A phone held upright: seven flowers or so. */
export const PHONE = { width: 390, height: 844 };

export const startButton = (page: Page) => page.getByRole('button', { name: 'Start Creating Flowers' });
export const gardenDialog = (page: Page) => page.getByRole('dialog', { name: 'Garden' });
export const growthOf = (page: Page) => gardenDialog(page).locator('[data-growth]');

/** Opens the page and enables the camera. */
export async function openGarden(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Enable Camera' }).click();
  await sharingOf(page).check();
}

/** Starts a garden and takes its first photo. The page's clock stops afterward, so no second photo is due. */
export async function startGarden(page: Page): Promise<void> {
  await stopClock(page);
  await startButton(page).click();
  await expect(gardenDialog(page).getByText('A photo a second becomes a flower')).toBeVisible();
  await page.clock.runFor(10);
}

/** Finishes the current garden. Composing and encoding wait for the page's timers, so the clock continues. */
export async function finishGarden(page: Page): Promise<void> {
  await gardenDialog(page).getByRole('button', { name: 'Finish now' }).click();
  await page.clock.resume();
  await expect(page.getByRole('heading', { name: 'Garden Complete!' })).toBeVisible();
}

/**
 * Lets the clock continue without planting flowers: a hidden page plants none, and without `visibilitychange` nothing else
 * reacts.
 */
export async function stopPlanting(page: Page): Promise<void> {
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true }));
  await page.clock.resume();
}

/** The garden for a seed when every flower settles at once. */
export function gardenOf(seed: number, { width, height }: { width: number; height: number }): Garden {
  const [garden, random] = [createGarden(width, height), createRandom(seed)];
  while (!isComplete(garden)) settleNow(garden, addFlower(garden, random));
  return garden;
}
