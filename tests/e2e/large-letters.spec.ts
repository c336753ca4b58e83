import { appsWithoutCameras } from '../support/every-page.ts';
import { enlargeLetters, largeLettersTest, placardTest } from '../support/large-letters.ts';
import { expect, test } from '../support/test.ts';

for (const app of appsWithoutCameras) largeLettersTest(app);

test('at twice the font size the game can be started, on a phone and on a laptop', async ({ page }) => {
  await enlargeLetters(page);
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await page.goto('/projects/tennis-ball-gun');
    const start = page.getByRole('button', { name: 'START GAME' });
    // Visible when the page opens; a trial click would scroll to it.
    await expect(start).toBeInViewport({ ratio: 1 });
    await start.click({ trial: true });
    await page.getByRole('button', { name: 'Mute' }).click({ trial: true });
    await page.getByRole('button', { name: 'Resume motion' }).click({ trial: true });
  }
});

for (const path of ['/projects/333-balls', '/projects/monet-paint', '/projects/golf-clock']) placardTest(path);

test('at twice the font size the folded placard covers neither the golf clock nor its home button', async ({ page }) => {
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
