// How `npm run stills` takes the stills that the contract names.

/** Header, placard and buttons that float above an exhibit. */
const AROUND_EXHIBIT = 'header, footer, main section[aria-labelledby]';
const images = (page) => page.locator('main').getByRole('img');
const isLoaded = (page) =>
  page.waitForFunction(() => [...document.querySelectorAll('main img')].every((image) => image.naturalWidth > 0));

export default {
  'tennis-ball-gun': {
    address: '/projects/tennis-ball-gun?scenario=battle&at=33',
    // The stage above the bar with the buttons is then as wide and high as `tennis-ball-gun.alive.ts` says.
    size: { width: 1200, height: 831 },
    of: (page) => page.locator('main canvas').first(),
    margin: 0,
    hide: 'header, footer, main [class*=board]',
    ready: (page) => page.locator('[data-phase=still]').waitFor(),
  },
  'analog-clock': {
    address: '/projects/analog-clock',
    size: { width: 1440, height: 900 },
    of: (page) => images(page).first(),
    hide: 'header, footer, main [class*=panel]',
  },
  'trump-clock': {
    address: '/projects/trump-clock',
    size: { width: 820, height: 1180 },
    of: (page) => images(page).first(),
    hide: 'header, footer',
  },
  clocks: {
    address: '/projects/clocks',
    size: { width: 1280, height: 900 },
    of: (page) =>
      page
        .locator('main ul')
        .filter({ has: page.getByRole('img') })
        .first(),
    fromTop: true,
    margin: 0.02,
    hide: 'header, footer',
  },
  'golf-clock': {
    address: '/projects/golf-clock',
    size: { width: 1440, height: 900 },
    of: (page) => images(page).first(),
    hide: AROUND_EXHIBIT,
    ready: isLoaded,
  },
};
