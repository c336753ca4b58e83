import type { Page } from '@playwright/test';
import { addFlower, createGarden, isComplete, settleNow, type Garden } from '../../apps/demos-cameras/src/garden/garden.model.ts';
import { createRandom } from '../../libs/sim/src/random.ts';
import { sharingOf } from './camera-room.ts';
import { expect } from './test.ts';

export const GARDEN_PATH = '/projects/camera-kaleidoscope';
/** A phone held upright: seven flowers or so. */
export const PHONE = { width: 390, height: 844 };

export const startButton = (page: Page) => page.getByRole('button', { name: 'Start Creating Flowers' });
export const gardenRoom = (page: Page) => page.getByRole('dialog', { name: 'Garden' });
export const growthOf = (page: Page) => gardenRoom(page).locator('[data-growth]');

/** Opens the page and starts a garden; answers once the first flower is there. */
export async function startGarden(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Enable Camera' }).click();
  await sharingOf(page).check();
  await startButton(page).click();
  await expect(growthOf(page)).not.toHaveText(/^0 flowers/);
}

/** The garden that a seed grows where every flower is in its place at once. */
export function gardenOf(seed: number, { width, height }: { width: number; height: number }): Garden {
  const [garden, random] = [createGarden(width, height), createRandom(seed)];
  while (!isComplete(garden)) settleNow(garden, addFlower(garden, random));
  return garden;
}
