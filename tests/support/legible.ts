import type { Page } from '@playwright/test';
import { expect } from './test.ts';

type Color = readonly [number, number, number];

const linear = (value: number) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
const luminance = ([red, green, blue]: Color) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
const contrast = (one: Color, other: Color) => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

/** Hides or restores header, page and footer; the circle behind the text of some pages stays. */
const bareBackdrop = (page: Page, isBare: boolean) =>
  page.locator('main, header, footer, main [class*="_layer"]').evaluateAll((parts, bare) => {
    for (const part of parts) {
      const isPart = part.matches('main, header, footer');
      if (part instanceof HTMLElement) part.style.visibility = bare ? (isPart ? 'hidden' : 'visible') : '';
    }
  }, isBare);

/** The darkest and the brightest color of the backdrop: as the page scrolls, any text may be in front of either. */
async function backdropOf(page: Page): Promise<readonly [Color, Color]> {
  await bareBackdrop(page, true);
  const picture = (await page.screenshot({ animations: 'disabled' })).toString('base64');
  const colors = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
    const seen = new Set<number>();
    for (let at = 0; at < pixels.length; at += 4) {
      seen.add(((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0));
    }
    return [...seen];
  }, picture);
  await bareBackdrop(page, false);
  const sorted = colors
    .map((packed): Color => [packed >> 16, (packed >> 8) & 255, packed & 255])
    .toSorted((one, other) => luminance(one) - luminance(other));
  return [sorted[0] ?? [0, 0, 0], sorted.at(-1) ?? [255, 255, 255]];
}

interface Layer {
  readonly fill: readonly number[];
  readonly opacity: number;
}

interface Written {
  readonly text: string;
  readonly isLarge: boolean;
  /** Red, green, blue and opacity. */
  readonly letters: readonly number[];
  /** The layers behind the letters, farthest first: each element's fill, and the opacity of the element with its content. */
  readonly layers: readonly Layer[];
}

/** All text below the page's heading, each piece with its color and the fills behind it. */
const writtenOn = (page: Page): Promise<Written[]> =>
  page.getByRole('main').evaluate((main) => {
    const colorOf = (text: string) => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
      const scale = text.startsWith('color(') ? 255 : 1;
      return [red * scale, green * scale, blue * scale, alpha];
    };
    const found: Written[] = [];
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element?.checkVisibility() || !node.textContent?.trim() || element.closest('option, svg')) continue;
      // Text only for screen readers is clipped to a pixel; the heading is large and belongs to the shell.
      if (element.closest('[class*="unseen"], [class*="ends"], .visually-hidden, h1')) continue;
      if ((element.closest('thead')?.offsetWidth ?? 99) <= 1) continue;
      // A disabled control may be faint (WCAG 1.4.3).
      if (element.closest(':disabled')) continue;
      const style = getComputedStyle(element);
      const size = Number.parseFloat(style.fontSize);
      const layers: Layer[] = [];
      for (let behind: Element | null = element; behind && behind !== document.body; behind = behind.parentElement) {
        const { backgroundColor, opacity } = getComputedStyle(behind);
        const fill = colorOf(backgroundColor);
        if ((fill[3] ?? 0) > 0 || opacity !== '1') layers.unshift({ fill, opacity: Number(opacity) });
      }
      found.push({
        text: `${element.className} "${node.textContent.trim().slice(0, 40)}"`,
        isLarge: size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700),
        letters: colorOf(style.color),
        layers,
      });
    }
    return found;
  });

const mix = (above: readonly number[], under: Color, share: number): Color => [
  (above[0] ?? 0) * share + under[0] * (1 - share),
  (above[1] ?? 0) * share + under[1] * (1 - share),
  (above[2] ?? 0) * share + under[2] * (1 - share),
];

/** The visible color on top of all layers: an element's opacity applies to its fill and its content. */
function blend(color: readonly number[], [layer, ...nearer]: readonly Layer[], backdrop: Color): Color {
  if (!layer) return mix(color, backdrop, color[3] ?? 1);
  const { fill, opacity } = layer;
  return mix(blend(color, nearer, mix(fill, backdrop, fill[3] ?? 1)), backdrop, opacity);
}

const NOTHING = [0, 0, 0, 0] as const;

/** All text on the page with a contrast below 4.5:1, or 3:1 if it is large, on some part of the backdrop. */
export async function faintTexts(page: Page, state: string): Promise<readonly string[]> {
  const written = await writtenOn(page);
  expect(written.length, state).toBeGreaterThan(0);
  const backdrop = await backdropOf(page);
  // The circles are in the picture.
  expect(contrast(...backdrop), state).toBeGreaterThan(1.2);
  return written.flatMap(({ text, isLarge, letters, layers }) => {
    const worst = Math.min(...backdrop.map((ground) => contrast(blend(letters, layers, ground), blend(NOTHING, layers, ground))));
    return worst < (isLarge ? 3 : 4.5) ? [`${worst.toFixed(2)}: ${text}`] : [];
  });
}

export async function expectLegible(page: Page, state = 'the page') {
  expect.soft(await faintTexts(page, state), state).toEqual([]);
}
