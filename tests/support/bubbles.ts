import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** A bubble of the home page. */
export const bubble = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });

export async function boxOf(page: Page, name: string) {
  const box = await bubble(page, name).boundingBox();
  if (!box) throw new Error(`${name} is not shown`);
  return box;
}

export async function centerOf(page: Page, name: string) {
  const { x, y, width, height } = await boxOf(page, name);
  return { x: x + width / 2, y: y + height / 2 };
}

/** Opens the page with reduced motion: nothing moves, and each bubble is in its initial place. */
export async function openStill(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Resume motion' })).toBeVisible();
}
