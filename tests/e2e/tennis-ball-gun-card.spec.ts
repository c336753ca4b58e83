import type { Page } from '@playwright/test';
import { encodeRun, playDailyByBot } from '../../libs/sim/src/tennis-ball-gun/index.ts';
import { expect, test } from '../support/journey.ts';
import { setFontSize } from '../support/large-text.ts';
import { button, open, start } from '../support/tennis-ball-gun.ts';

/** The part of a card that scrolls and fades. */
const wordsOn = (page: Page) => page.getByRole('main').locator('[class*=words]');
/** Height of the fade, in rem. */
const FADE = 1.5;

test('the main button of each card is whole when the card opens on a phone on its side, and the court does not show through the card', async ({
  page,
}) => {
  await open(page);
  const expectWhole = async (name: string) => {
    for (const size of ['844x390', '740x340', '640x400']) {
      const [width = 0, height = 0] = size.split('x').map(Number);
      await page.setViewportSize({ width, height });
      const words = (await wordsOn(page).boundingBox())!;
      const main = (await button(page, name).boundingBox())!;
      const where = `${name} at ${size}`;
      expect.soft(main.y, where).toBeGreaterThanOrEqual(words.y + 16 * FADE);
      expect.soft(main.y + main.height, where).toBeLessThanOrEqual(words.y + words.height - 16 * FADE);
    }
  };
  await expectWhole('START GAME');
  for (const around of ['overlay', 'card']) await expect(page.locator(`[class*=${around}]`)).toHaveCSS('mask-image', 'none');
  await page.getByRole('radio', { name: /^Challenge/ }).check();
  await start(page);
  await button(page, 'Pause').click();
  await expectWhole('RESUME');
  const playUntil = async (heading: string) => {
    const end = page.getByRole('heading', { name: heading });
    for (let second = 0; second < 180 && (await end.isHidden()); second += 1) await page.clock.runFor(1_000);
    await expect(end).toBeFocused();
  };
  await button(page, 'RESUME').click();
  await playUntil('CHALLENGE OVER');
  await expectWhole('START GAME');
  const run = encodeRun(playDailyByBot('2026-11-20').run);
  await page.evaluate((hash) => void (window.location.hash = hash), `#run=${run}`);
  await expectWhole('WATCH REPLAY');
  await button(page, 'WATCH REPLAY').click();
  await playUntil('END OF REPLAY');
  await expectWhole('WATCH REPLAY');
});

test('at 300% and 400% zoom the page scrolls, the field is large enough to play, and the buttons are clear of card and counters', async ({
  page,
}) => {
  const card = page.locator('[class*=card]');
  const counters = page.locator('[class*=board]');
  for (const where of ['320x256', '427x267']) {
    const [width = 0, height = 0] = where.split('x').map(Number);
    await page.setViewportSize({ width, height });
    await open(page);
    const expectWhole = async (name: string) => {
      await button(page, name).scrollIntoViewIfNeeded();
      await expect.soft(button(page, name), `${name} at ${where}`).toBeInViewport({ ratio: 1 });
    };
    const expectClear = async (above: typeof card) => {
      const box = (await above.boundingBox())!;
      const mute = (await button(page, 'Mute').boundingBox())!;
      expect.soft(box.y + box.height, `above Mute at ${where}`).toBeLessThanOrEqual(mute.y);
    };
    await expectWhole('START GAME');
    await expectClear(card);
    await start(page);
    await expectClear(counters);
    await expect.poll(async () => (await page.locator('canvas[role=img]').boundingBox())!.height, where).toBeGreaterThan(240);
    await button(page, 'Pause').click();
    await expect(page.getByRole('heading', { name: 'PAUSED' }), where).toBeInViewport({ ratio: 1 });
    await expectWhole('RESUME');
    await expectClear(card);
    await button(page, 'RESUME').click();
    await expect(button(page, 'RESUME')).toBeHidden();
  }
});

/** Words of the card’s heading that are wider than the card. */
const wideWords = (page: Page) =>
  page.getByRole('heading', { name: 'AMERICAN GLADIATORS DEFENSE' }).evaluate((heading) => {
    const words = document.createRange();
    words.selectNodeContents(heading);
    const room = heading.parentElement!.getBoundingClientRect().right;
    return [...words.getClientRects()].filter(({ right }) => right > room).length;
  });

test('on a phone the start card fades at its lower edge while there is more below, never at its end; with large text its heading fits, a mode can be chosen, and nothing sticks out of the window or the score’s plate', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const words = wordsOn(page);
  const board = page.locator('[class*=board]');
  const begin = button(page, 'START GAME');
  const mute = button(page, 'Mute');
  const expectInWindow = async () => {
    for (const part of [board, words, begin, button(page, 'Pause'), mute]) {
      if (await part.isHidden()) continue;
      const box = (await part.boundingBox())!;
      expect.soft(box.x, `${part}: left edge`).toBeGreaterThanOrEqual(0);
      expect.soft(box.x + box.width, `${part}: right edge`).toBeLessThanOrEqual(390);
    }
    const [score, card] = [await board.boundingBox(), await words.boundingBox()];
    if (score && card) expect.soft(card.y, 'the card is below the score').toBeGreaterThanOrEqual(score.y + score.height);
  };
  // By the browser's setting, and by a style of the page's root, which media queries ignore.
  for (const [setting, root] of [[16], [24], [32], [16, 2]] as const) {
    const size = setting * (root ?? 1);
    await setFontSize(page, setting);
    if (root) await page.evaluate((px) => void (document.documentElement.style.fontSize = `${px}px`), size);
    await words.evaluate((element) => element.scrollTo(0, 0));
    // Before a trial click, which would scroll.
    await expect(begin, `${size} px`).toBeInViewport({ ratio: 1 });
    await begin.click({ trial: true });
    expect.soft(await wideWords(page), `lines of the heading beyond the card, ${size} px`).toBe(0);
    const endless = await page.getByRole('radio', { name: /^Endless/ }).boundingBox();
    const bar = await mute.boundingBox();
    expect.soft(endless!.y + endless!.height, `Endless is above the buttons, ${size} px`).toBeLessThan(bar!.y);
    const edge = await words.evaluate((element, fade) => {
      const { maskImage } = getComputedStyle(element);
      const continues = element.scrollHeight > element.clientHeight;
      element.scrollTo(0, element.scrollHeight);
      const { bottom } = element.getBoundingClientRect();
      const last = [...element.querySelectorAll('p')].findLast((line) => line.checkVisibility())!;
      return { maskImage, continues, isEndClear: last.getBoundingClientRect().bottom < bottom - fade + 1 };
    }, size * FADE);
    expect.soft(edge, `${size} px`).toEqual({
      maskImage: expect.stringMatching(/^linear-gradient/),
      continues: true,
      isEndClear: true,
    });
    const box = await words.boundingBox();
    expect.soft(box!.y + box!.height, `the card ends above the buttons, ${size} px`).toBeLessThanOrEqual(bar!.y);
    await mute.click({ trial: true });
    await expectInWindow();
  }
  await page.setViewportSize({ width: 390, height: 800 });
  await words.evaluate((element) => element.scrollTo(0, 0));
  await expect(begin).toBeInViewport({ ratio: 1 });
  await expectInWindow();
  await start(page);
  await expectInWindow();
  const plate = (await board.boundingBox())!;
  for (const name of await board.locator('dt:visible').all()) {
    const box = (await name.boundingBox())!;
    expect.soft(box.x, 'a counter is on its plate').toBeGreaterThanOrEqual(plate.x);
    expect.soft(box.x + box.width, 'a counter is on its plate').toBeLessThanOrEqual(plate.x + plate.width);
  }
});
