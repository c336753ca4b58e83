import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';

/** Presses a control and reads the file that it downloads. */
export async function downloadOf(page: Page, control: Locator): Promise<{ readonly name: string; readonly text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), control.click()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}
