import type { Page } from '@playwright/test';
import { fakeCameras, launchWith } from '../support/camera.ts';
import { NOWHERE, openWhole, pagesOf } from '../support/every-page.ts';
import { REMOTES } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'], viewport: { width: 390, height: 844 } });

/** The visitor's own size of letters, as the browser's settings have it: twice the usual. */
async function enlargeLetters(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await page.goto('about:blank');
  await client.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await page.emulateMedia({ reducedMotion: 'reduce' });
}

/** Words of the page's headings that are broken over two lines. */
const brokenWords = (page: Page): Promise<string[]> =>
  page
    .getByRole('main')
    .locator('h1:not(.visually-hidden)')
    .evaluateAll((headings) =>
      headings.flatMap((heading) => {
        const text = heading.firstChild;
        if (!text) return [];
        return [...(text.textContent ?? '').matchAll(/[^\s-]+/g)].flatMap(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1 ? [word] : [];
        });
      }),
    );

for (const app of ['shell', ...REMOTES]) {
  test(`with letters of twice the size no page of ${app} is wider than a phone, and no title breaks a word`, async ({
    page,
    request,
    expectedConsole,
  }) => {
    test.setTimeout(90_000);
    await enlargeLetters(page);
    for (const { path } of await pagesOf(request, app)) {
      if (path === NOWHERE) expectedConsole.push(/404/);
      await openWhole(page, path);
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect.soft(beyond, `${path}: pixels beyond the window`).toBeLessThanOrEqual(0);
      expect.soft(await brokenWords(page), path).toEqual([]);
    }
  });
}

test('with letters of twice the size the game can be started, on a phone and on a laptop', async ({ page }) => {
  await enlargeLetters(page);
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await page.goto('/projects/tennis-ball-gun');
    const start = page.getByRole('button', { name: 'START GAME' });
    // In sight as the page opens; a trial click alone would scroll to it.
    await expect(start).toBeInViewport({ ratio: 1 });
    await start.click({ trial: true });
    await page.getByRole('button', { name: 'Mute' }).click({ trial: true });
    await page.getByRole('button', { name: 'Resume motion' }).click({ trial: true });
  }
});

for (const path of ['/projects/333-balls', '/projects/monet-paint', '/projects/golf-clock', '/projects/camera']) {
  test(`with letters of twice the size nothing lies over the placard of ${path}`, async ({ page }) => {
    await enlargeLetters(page);
    for (const size of [
      { width: 390, height: 844 },
      { width: 820, height: 1180 },
    ]) {
      await page.setViewportSize(size);
      await openWhole(page, path);
      await page.getByRole('button', { name: /^Details: / }).click({ trial: true });
      await page.getByRole('link', { name: 'Privacy' }).click({ trial: true });
    }
  });
}

test('with letters of twice the size the folded placard covers neither the golf clock nor its way home', async ({ page }) => {
  await enlargeLetters(page);
  for (const size of [
    { width: 1440, height: 900 },
    { width: 820, height: 1180 },
  ]) {
    await page.setViewportSize(size);
    await page.goto('/projects/golf-clock');
    const main = page.getByRole('main');
    const covered = [
      main.getByRole('img', { name: /^Golf clock/ }),
      main.getByRole('link', { name: 'Go home' }),
      main.getByText('Paused: the clock stands still at the moment shown.'),
    ];
    const placard = await main.getByRole('region', { name: 'Golf Clock' }).boundingBox();
    for (const one of covered) {
      await expect(one).toBeInViewport({ ratio: 1 });
      const box = await one.boundingBox();
      const isClear =
        box &&
        placard &&
        (box.y + box.height <= placard.y || box.x >= placard.x + placard.width || box.x + box.width <= placard.x);
      expect(isClear, JSON.stringify({ size, box, placard })).toBe(true);
    }
  }
});
