import { throttleFrames } from '../support/frames.ts';
import { expect, expectFitsPhone, expectNoViolations, installClock, test } from '../support/journey.ts';
import { button, cannon, number, PATH, readout } from '../support/tennis-ball-gun.ts';

test('/projects/tennis-ball-gun can be played with mouse and keys, pauses, and remembers the best wave', async ({ page }) => {
  // The smaller the field, the less there is to draw.
  await page.setViewportSize({ width: 420, height: 640 });
  await installClock(page, new Date('2026-11-20T10:00:00Z'));
  await throttleFrames(page);
  await page.goto(`${PATH}?seed=7`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('TENNIS BALL GUN');
  const main = page.getByRole('main');
  await expect(main.getByText('Defend against American Gladiators!', { exact: true })).toBeVisible();
  await expect(main.getByRole('heading', { name: 'AMERICAN GLADIATORS DEFENSE' })).toBeVisible();
  for (const [name, text] of Object.entries({ your: '0', enemy: '0', wave: '1', accuracy: 'no shots yet' })) {
    await expect(readout(page, name)).toHaveText(text);
  }
  await expect(main.getByRole('region', { name: 'How to Play' })).toBeVisible();
  await expectNoViolations(page);
  await page.clock.pauseAt(new Date('2026-11-20T11:00:00Z'));
  await button(page, 'START GAME').click();
  await expect(button(page, 'START GAME')).toBeHidden();
  await expect(page.getByRole('application', { name: 'Game field' })).toBeFocused();
  await page.clock.runFor(100);

  // 3 px per tick.
  const x = await cannon(page);
  await page.keyboard.down('ArrowRight');
  await page.clock.runFor(480);
  await page.keyboard.up('ArrowRight');
  await page.clock.runFor(80);
  expect(Math.abs((await cannon(page)) - x - 86)).toBeLessThan(10);

  // Aims back and forth with the button held until a gladiator falls.
  await page.mouse.move(210, 200);
  await page.mouse.down();
  for (let turn = 0; turn < 60 && (await number(page, 'your')) === 0; turn += 1) {
    await page.mouse.move(40 + ((turn * 90) % 340), 210);
    await page.clock.runFor(500);
  }
  await page.mouse.up();
  expect(await number(page, 'your')).toBeGreaterThan(0);
  await expect(readout(page, 'accuracy')).toHaveText(/^\d+%$/);
  await expect(readout(page, 'streak')).toHaveText(/^\d+$/);

  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'PAUSED' })).toBeVisible();
  const { wave, enemy } = { wave: await number(page, 'wave'), enemy: await number(page, 'enemy') };
  await page.clock.runFor(2_000);
  expect(await number(page, 'enemy')).toBe(enemy);
  await button(page, 'RESUME').click();
  await expect(page.getByRole('heading', { name: 'PAUSED' })).toBeHidden();
  // A wave lasts 30 s.
  for (let second = 0; second < 32 && (await number(page, 'wave')) === wave; second += 1) await page.clock.runFor(1_000);
  expect(await number(page, 'wave')).toBe(wave + 1);
  await page.reload();
  await expect(readout(page, 'best')).toHaveText(String(wave + 1));
  await expectFitsPhone(page);
});
