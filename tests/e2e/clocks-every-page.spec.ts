import { expect, expectNoViolations, test } from '../support/journey.ts';

const PATHS = ['/projects/analog-clock', '/projects/trump-clock', '/projects/golf-clock', '/projects/clocks'] as const;

for (const path of PATHS) {
  test(`${path} ticks by default, sweeps on request, does not sweep with reduced motion, and fills the screen`, async ({
    page,
  }) => {
    await page.goto(path);
    const drawings = page.getByRole('main').getByRole('img');
    const option = page.getByRole('switch', { name: 'Sweeping second hand' });
    await expect(option).not.toBeChecked();
    const steps = () =>
      drawings.evaluateAll((all) => [...new Set(all.map((drawing) => (drawing as HTMLElement).dataset['step']))]);
    await expect.poll(steps).toEqual(['tick']);

    await page.getByRole('button', { name: 'Full screen', exact: true }).click();
    const leave = page.getByRole('button', { name: 'Leave full screen' });
    await expect(leave).toBeVisible();
    await page.getByRole('button', { name: 'Pause motion' }).click({ trial: true });
    await leave.click({ trial: true });
    // The clock's own background reaches from edge to edge, instead of the page's backdrop.
    const edges = await drawings.first().evaluate((drawing) => {
      const middle = window.innerHeight / 2;
      return [1, window.innerWidth - 20].map((x) => {
        const under = document.elementFromPoint(x, middle);
        return under?.contains(drawing) === true && getComputedStyle(under).backgroundColor !== 'rgba(0, 0, 0, 0)';
      });
    });
    expect(edges).toEqual([true, true]);
    await leave.click();
    // The control that the visitor used is still visible.
    await expect(page.getByRole('button', { name: 'Full screen', exact: true })).toBeInViewport();
    expect(await page.evaluate(() => document.fullscreenElement)).toBeNull();

    await option.check();
    await expect.poll(steps).toEqual(['sweep']);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.reload();
    await page.getByRole('button', { name: 'Resume motion' }).click();
    await option.check();
    await expect.poll(steps).toEqual(['tick']);
  });
}

test('a sweeping hand can point between two seconds', async ({ page }) => {
  await page.goto('/projects/clocks');
  await page.getByRole('switch', { name: 'Sweeping second hand' }).check();
  const drawing = page.getByRole('img', { name: /Radar time/ });
  await expect(drawing).toHaveAttribute('data-step', 'sweep');
  const isFractional = () =>
    drawing.evaluate((svg) => {
      const hand = [...svg.querySelectorAll('g')].find((group) => getComputedStyle(group).transitionDuration === '1s');
      const { a, b } = new DOMMatrix(hand ? getComputedStyle(hand).transform : undefined);
      const seconds = Math.atan2(b, a) / (Math.PI / 30);
      return Math.abs(seconds - Math.round(seconds)) > 0.05;
    });
  await expect.poll(isFractional, { intervals: [130] }).toBe(true);
});

test('a clock on its own page fills the window, keeps the screen on until the visitor leaves, and announces the time on request', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const locks: string[] = [];
    Object.assign(window, { locks });
    const request = () => {
      locks.push('held');
      return Promise.resolve({ release: () => Promise.resolve(void locks.push('released')) });
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    // A browser that refuses full screen.
    Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('refused'));
  });
  const locks = () => page.evaluate(() => (window as unknown as { locks: string[] }).locks);
  await page.goto('/projects/clocks?tz=Asia/Kolkata');
  const link = page.getByRole('link', { name: 'RADAR TIME on a page of its own' });
  expect(await locks()).toEqual([]);
  await link.click();
  await expect(page).toHaveURL(/clock=radar/);
  const drawing = page.getByRole('main').getByRole('img');
  await expect(drawing).toHaveAccessibleName(/^Radar time showing/);
  await expect.poll(locks).toEqual(['held']);
  await page.getByRole('button', { name: 'Tell the time' }).click();
  await expect(page.getByText(/^It was \d+:\d\d:\d\d [AP]M when you asked\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Full screen', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible();
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(drawing).toBeInViewport({ ratio: 1 });
    await expectNoViolations(page);
    // At any scroll position the visible part of the button can be pressed.
    const covered = await page.getByRole('button', { name: 'Full screen', exact: true }).evaluate((button) => {
      const frames = [...document.querySelectorAll<HTMLElement>('main *')].filter((one) => one.contains(button));
      const frame = frames.find((one) => getComputedStyle(one).overflowY === 'auto') ?? document.documentElement;
      const places: number[] = [];
      for (let top = 0; top <= frame.scrollHeight - frame.clientHeight; top += 8) {
        frame.scrollTop = top;
        const box = button.getBoundingClientRect();
        const foot = Math.min(box.bottom, frame.getBoundingClientRect().bottom);
        if (foot - box.top < 4) continue;
        const hit = document.elementFromPoint(box.left + box.width / 2, (box.top + foot) / 2);
        if (!button.contains(hit)) places.push(top);
      }
      return places;
    });
    expect(covered).toEqual([]);
  }
  await page.getByRole('link', { name: 'All clocks' }).click();
  await expect(drawing).toHaveCount(6);
  await expect.poll(locks).toEqual(['held', 'released']);
});
