import type { Page } from '@playwright/test';
import { WHOLE_BROWSER } from '../support/camera.ts';
import { expect, test } from '../support/journey.ts';
import { pictureTests, SCREENS } from '../support/picture.ts';

test.use({ launchOptions: WHOLE_BROWSER });

const PHONE_AND_LAPTOP = { phone: SCREENS.phone, wide: SCREENS.wide };
const drawings = (count: number) => (page: Page) => expect(page.getByRole('main').getByRole('img')).toHaveCount(count);

pictureTests([
  { name: 'analog-clock', path: '/projects/analog-clock', screens: PHONE_AND_LAPTOP, ready: drawings(1) },
  { name: 'trump-clock', path: '/projects/trump-clock', screens: PHONE_AND_LAPTOP, ready: drawings(1) },
  {
    name: 'clocks',
    path: '/projects/clocks',
    screens: { phone: SCREENS.phone, long: { width: 820, height: 2300 } },
    ready: drawings(6),
  },
  {
    name: 'golf-clock',
    path: '/projects/golf-clock',
    screens: PHONE_AND_LAPTOP,
    reloadsPerSize: true,
    // Black in the light scheme, too.
    schemes: ['light'],
    ready: async (page) => {
      const images = page.getByRole('img').locator('img');
      await expect(images).toHaveCount(4);
      await expect
        .poll(() => images.evaluateAll((all) => all.every((image) => (image as HTMLImageElement).naturalWidth > 0)))
        .toBe(true);
    },
  },
  {
    name: 'tennis-ball-gun-start',
    path: '/projects/tennis-ball-gun',
    screens: PHONE_AND_LAPTOP,
    schemes: ['light'],
    ready: (page) => expect(page.getByRole('button', { name: 'START GAME' })).toBeVisible(),
  },
  {
    name: 'tennis-ball-gun-battle',
    path: '/projects/tennis-ball-gun?scenario=battle&at=34',
    schemes: ['dark'],
    ready: (page) => expect(page.locator('[data-phase=still] [data-readout=wave]')).toHaveText('2'),
  },
]);
