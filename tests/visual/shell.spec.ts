import type { Page } from '@playwright/test';
import { WHOLE_BROWSER } from '../support/camera.ts';
import { site } from '../support/content.ts';
import { pictureTests, SCREENS, type Picture } from '../support/picture.ts';
import { expect, test } from '../support/test.ts';

test.use({ launchOptions: WHOLE_BROWSER });

const headed = (name: string) => (page: Page) => expect(page.getByRole('heading', { level: 1 })).toHaveText(name);

const PAGES = [
  { name: 'home', path: '/', ready: headed(site.ownerName) },
  { name: 'about', path: '/about', content: ['site.json', 'resume.json'], ready: headed('Résumé') },
  {
    name: 'projects',
    path: '/projects',
    ready: headed('Projects'),
  },
  {
    name: 'drafts-locked',
    path: '/projects/drafts',
    ready: (page: Page) => expect(page.getByRole('textbox')).toBeVisible(),
  },
  { name: 'contact', path: '/contact', ready: headed('Contact') },
  { name: 'shop', path: '/portfolio', content: ['site.json', 'shop.json'], ready: headed('Shop') },
  { name: 'privacy', path: '/privacy', ready: headed('Privacy') },
  {
    name: 'offline',
    path: '/offline',
    ready: (page: Page) => expect(page.getByRole('heading', { level: 2 })).toHaveText('Exhibits that work offline'),
  },
  { name: 'header-test', path: '/projects/header-test', ready: (page: Page) => expect(page.locator('main h1')).toBeVisible() },
  { name: 'not-found', path: '/nowhere', console: [/404/], ready: (page: Page) => expect(page.locator('main h1')).toBeVisible() },
] satisfies readonly Picture[];

const { phone, wide } = SCREENS;
/** The page whose layout differs most between the widths is captured at both. */
const screensOf = (name: string): Picture['screens'] => {
  if (name === 'home') return { phone, wide };
  return ['drafts-locked', 'contact', 'shop', 'not-found'].includes(name) ? { phone } : { wide };
};

/** The first screen of each page, in light and dark. */
pictureTests(PAGES.map(({ name, ...page }) => ({ ...page, name: `shell-${name}`, screens: screensOf(name) })));
