import type { Locator, Page } from '@playwright/test';
import { periodOf } from '../../apps/shell/src/resume/period.ts';
import { resume, site } from '../support/content.ts';
import { drawFrames } from '../support/frames.ts';
import { expect, expectFitsPhone, expectNoViolations, press, stopClock, test } from '../support/journey.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const inMain = (page: Page) => page.getByRole('main');
/** The circle that bounces behind the text. */
const circle = (page: Page) => page.locator('#main [aria-hidden=true] > span');

const placesOf = (moving: Locator) =>
  moving.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ x, y }) => [x, y]));

/** Elements move by themselves until Pause motion stops them, and again after Resume motion; leaves them paused. */
async function expectPausable(page: Page, moving: Locator): Promise<void> {
  const first = await placesOf(moving);
  await expect.poll(() => placesOf(moving)).not.toEqual(first);
  await page.getByRole('button', { name: 'Pause motion' }).click();
  await expect(page.getByRole('button', { name: 'Resume motion' })).toBeVisible();
  const still = await placesOf(moving);
  await drawFrames(page, 10);
  expect(await placesOf(moving)).toEqual(still);
  await page.getByRole('button', { name: 'Resume motion' }).click();
  await expect.poll(() => placesOf(moving)).not.toEqual(still);
  await page.getByRole('button', { name: 'Pause motion' }).click();
  await expect(page.getByRole('button', { name: 'Resume motion' })).toBeVisible();
}

test('/ has four drifting bubbles, and a click on one opens its page', async ({ page }) => {
  await page.goto('/');
  await expect(heading(page)).toHaveText(site.ownerName);
  await expect(page.getByRole('banner').locator('p')).toHaveText(site.subtitle ? [site.subtitle] : []);
  const bubbles = inMain(page).getByRole('listitem').getByRole('link');
  const facts = () =>
    bubbles.evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('href'), (one as HTMLElement).offsetWidth]));
  expect(await facts()).toEqual([
    ['Résumé', '/about', 320],
    ['Projects', '/projects', 240],
    ['Shop', '/portfolio', 280],
    ['Contact', '/contact', 200],
  ]);
  await expect(page.locator('[aria-hidden=true] > span')).toHaveCount(10);
  await expectNoViolations(page);
  await expectPausable(page, page.locator('main li a, [aria-hidden=true] > span'));
  const box = await bubbles.nth(2).boundingBox();
  if (!box) throw new Error('the bubble is not shown');
  await press(page, box.x + box.width / 2, box.y + box.height / 2);
  await expect(page).toHaveURL('/portfolio');
  await expect(heading(page)).toHaveText('Shop');
  await page.goBack();
  // Assistive technology and keyboards click without a pointer.
  await bubbles.filter({ hasText: 'Projects' }).press('Enter');
  await expect(page).toHaveURL('/projects');
  await page.goBack();
  await expectFitsPhone(page);
  await expect.poll(async () => (await facts()).map(([, , width]) => width)).toEqual([215, 161, 188, 134]);
});

const { work, projects = [], skills = [], education = [], languages = [] } = resume;
const SECTIONS = Object.entries({ Work: work, Projects: projects, Skills: skills, Education: education, Languages: languages })
  .filter(([, entries]) => entries.length > 0)
  .map(([title]) => title);

test('/about lists every employer of the résumé in front of an orange circle that can be paused', async ({ page }) => {
  await page.goto('/about');
  await expect(heading(page)).toHaveText('Résumé');
  await expect(inMain(page).getByRole('heading', { level: 2 })).toHaveText(SECTIONS);
  const jobs = page.getByRole('article');
  await expect(jobs.getByRole('heading', { level: 3 })).toHaveText(work.map(({ name }) => name));
  for (const [index, { startDate, endDate, summary, highlights = [] }] of work.entries()) {
    await expect(jobs.nth(index).getByText(periodOf(startDate, endDate), { exact: true })).toBeVisible();
    await expect(jobs.nth(index).getByText(summary, { exact: true })).toBeVisible();
    await expect(jobs.nth(index).getByRole('listitem')).toHaveText(highlights);
  }
  await expect(circle(page)).toHaveCSS('background-color', 'rgb(255, 138, 31)');
  await expectNoViolations(page);
  await expectPausable(page, circle(page));
  await expectFitsPhone(page);
});

test('/contact has three links to the owner’s profiles in front of a green circle that drifts 0.3 px per tick', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/contact');
  await expect(heading(page)).toHaveText('Contact');
  const links = inMain(page).getByRole('link');
  const width = (await inMain(page).getByRole('list').boundingBox())?.width;
  const profiles = { LinkedIn: site.profiles.linkedin, Instagram: site.profiles.instagram, X: site.profiles.x };
  await expect(links).toHaveCount(3);
  for (const [index, [name, href]] of Object.entries(profiles).entries()) {
    const link = links.nth(index);
    await expect(link).toHaveAccessibleName(`${name} (opens in a new tab)`);
    await expect(link).toHaveAttribute('href', href);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener');
    expect((await link.boundingBox())?.width).toBe(width);
  }
  await expect(circle(page)).toHaveCSS('background-color', 'rgb(57, 255, 20)');
  await expect(circle(page)).toHaveCSS('width', '200px');
  await expectNoViolations(page);
  await stopClock(page);
  await page.getByRole('button', { name: 'Resume motion' }).click();
  await expect(page.getByRole('button', { name: 'Pause motion' })).toBeVisible();
  await page.clock.runFor(100);
  const [[x = 0, y = 0] = []] = await placesOf(circle(page));
  await page.clock.runFor(1_000);
  const [[toX = 0, toY = 0] = []] = await placesOf(circle(page));
  expect(Math.abs(toX - x - 18)).toBeLessThan(0.7);
  expect(Math.abs(toY - y - 18)).toBeLessThan(0.7);
  await page.getByRole('button', { name: 'Pause motion' }).click();
  await expect(page.getByRole('button', { name: 'Resume motion' })).toBeVisible();
  const still = await placesOf(circle(page));
  await page.clock.runFor(2_000);
  expect(await placesOf(circle(page))).toEqual(still);
  await expectFitsPhone(page);
});
