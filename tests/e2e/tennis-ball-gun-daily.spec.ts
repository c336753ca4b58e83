import { throttleFrames } from '../support/frames.ts';
import { expect, expectFitsPhone, expectNoViolations, installClock, test } from '../support/journey.ts';
import { button, PATH } from '../support/tennis-ball-gun.ts';

/** The leaderboard uses the server's days, so the page's clock starts at the real time, or a little earlier near midnight. */
function withinOneDay(now: number): Date {
  const day = 86_400_000;
  const spare = 300_000;
  const midnight = now - (now % day);
  return new Date(now - midnight < spare ? midnight - spare : Math.min(now, midnight + day - spare));
}

test('the daily challenge can be played, entered with initials, listed and watched', async ({ page }) => {
  const start = withinOneDay(Date.now());
  await page.setViewportSize({ width: 420, height: 640 });
  await installClock(page, start);
  await throttleFrames(page);
  await page.goto(PATH);
  await page.getByRole('radio', { name: 'Daily, the same 45 seconds for everybody' }).check();
  await expect(page.getByRole('heading', { name: `Leaderboard for ${start.toISOString().slice(0, 10)}` })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nobody yet' })).toBeVisible();
  await expectNoViolations(page);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await button(page, 'START GAME').click();
  await expect(button(page, 'START GAME')).toBeHidden();
  await page.mouse.move(210, 200);
  await page.mouse.down();
  for (let second = 0; second < 120 && (await button(page, 'START GAME').isHidden()); second += 1) {
    await page.mouse.move(40 + ((second * 90) % 340), 210);
    await page.clock.runFor(1_000);
  }
  await page.mouse.up();
  await expect(page.getByRole('heading', { name: 'CHALLENGE OVER' })).toBeVisible();
  // The server's response is shown when the next timer fires.
  await page.clock.resume();
  await page.getByLabel('Your initials, three letters').fill('hmc');
  await button(page, 'Add to the leaderboard').click();
  await expect(page.getByText('Confirmed: rank 1.')).toBeVisible();
  await expect(page.getByRole('main').getByText('HMC')).toBeVisible();
  await button(page, 'Watch HMC’s run').click();
  // The run is fetched first.
  await expect(button(page, 'START GAME')).toBeHidden();
  for (let second = 0; second < 120 && (await button(page, 'START GAME').isHidden()); second += 1) await page.clock.runFor(1_000);
  await expect(page.getByText('Same score as the recorded run.')).toBeVisible();
  await expectFitsPhone(page);
});
