import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';

export const PAGE = '/projects/monet-paint';
export const readout = (page: Page, name: string) => page.locator(`[data-readout=${name}]`);
/** Waits for a state of the paint; a software renderer is slow. */
export const reaches = (page: Page, state: string) => expect(page.locator('[data-paint]')).toHaveAttribute('data-paint', state);

interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** To the right of the placard and below the header. */
const BARE: Clip = { x: 620, y: 120, width: 300, height: 420 };

/** Mean color of a part of the window, and its number of different tones. */
export async function look(page: Page, clip: Clip = BARE) {
  const png = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const mean = [0, 0, 0];
    const tones = new Set<number>();
    for (let i = 0; i < data.length; i += 4) {
      for (let channel = 0; channel < 3; channel += 1) mean[channel]! += (data[i + channel]! * 4) / data.length;
      tones.add((data[i]! >> 4) * 256 + (data[i + 1]! >> 4) * 16 + (data[i + 2]! >> 4));
    }
    return { red: mean[0]!, green: mean[1]!, blue: mean[2]!, tones: tones.size };
  }, png);
}
export const shot = async (page: Page) => (await page.screenshot({ clip: BARE })).toString('base64');

/** The file that Save PNG saves, with the size that its header states, in pixels. */
export async function saved(page: Page) {
  const download = page.waitForEvent('download', { timeout: 0 });
  await page.getByRole('button', { name: 'Save PNG' }).click();
  const file = await download;
  const bytes = await readFile(await file.path());
  return { name: file.suggestedFilename(), bytes, width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

const callOnContext = (page: Page, what: 'loseContext' | 'restoreContext') =>
  page
    .locator('canvas')
    .last()
    .evaluate((canvas: HTMLCanvasElement, name) => {
      const kept = window as unknown as { extension?: WEBGL_lose_context | null };
      kept.extension ??= canvas.getContext('webgl2')!.getExtension('WEBGL_lose_context');
      kept.extension![name]();
    }, what);
export const loseContext = (page: Page) => callOnContext(page, 'loseContext');
export const restoreContext = (page: Page) => callOnContext(page, 'restoreContext');
