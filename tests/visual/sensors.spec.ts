import type { Page } from '@playwright/test';
import { WHOLE_BROWSER } from '../support/camera.ts';
import { expect, test } from '../support/journey.ts';
import { pictureTests, SCREENS } from '../support/picture.ts';

test.use({ launchOptions: WHOLE_BROWSER });

/** The button appears after half a second without sensor events. */
const offered = (page: Page, name: string) => expect(page.getByRole('button', { name })).toBeVisible();
const PHONE_AND_LAPTOP = { phone: SCREENS.phone, wide: SCREENS.wide };
const PHONE_SIZE = { width: 390, height: 600 };

pictureTests([
  {
    name: 'sensor-dashboard',
    path: '/projects/sensor-dashboard',
    screens: PHONE_AND_LAPTOP,
    ready: (page) => expect(page.locator('[data-card][data-state]')).toHaveCount(12),
  },
  {
    name: '333-balls-start',
    path: '/projects/333-balls?scenario=drop&at=0',
    screens: PHONE_AND_LAPTOP,
    reloadsPerSize: true,
    ready: async (page) => {
      await expect(page.locator('[data-readout=count]')).toHaveText('333 balls');
      // A change of size or scheme draws some frames, which are measured.
      await expect(page.locator('[data-readout=frame]')).toHaveText('idle');
      if (page.viewportSize()?.width === SCREENS.phone.width) await offered(page, 'ENABLE MOTION');
    },
  },
  {
    name: '333-balls-burst',
    path: '/projects/333-balls?scenario=burst&at=3.7',
    size: PHONE_SIZE,
    schemes: ['dark'],
    ready: async (page) => {
      await expect(page.locator('[data-readout=fastest]')).toHaveText(/px\/tick$/);
      await offered(page, 'ENABLE MOTION');
    },
  },
  {
    name: 'monet-paint-still',
    path: '/projects/monet-paint?palette=dusk',
    size: PHONE_SIZE,
    schemes: ['light'],
    ready: async (page) => {
      await expect(page.locator('[data-paint]')).toHaveAttribute('data-paint', 'still');
      await offered(page, 'ENABLE ACCELEROMETER');
    },
  },
]);
