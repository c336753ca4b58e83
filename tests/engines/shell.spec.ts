import { expect, test } from '../support/engines/test.ts';
import { DRAFT_PASSWORD } from '../support/site.ts';

const FOCUSED = "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent";
const HEADING = "document.querySelector('main h1')?.textContent";

test('the menu opens, navigates and closes, by pointer and by keyboard, the focus follows, and Back returns to the place on the page', async ({
  enginePage,
  site,
}) => {
  await enginePage.open(`${site.url}/about`);
  await enginePage.evaluate('window.scrollTo(0, 300)');
  await enginePage.click({ role: 'button', name: 'Open menu' });
  await enginePage.click({ role: 'link', name: 'Projects' });
  await enginePage.expectPath('/projects');
  await enginePage.expectValue(HEADING, 'Projects');
  await enginePage.expectValue('window.scrollY', 0);
  await enginePage.expectValue("document.querySelectorAll('dialog[open]').length", 0);
  await enginePage.goBack();
  await enginePage.expectValue(HEADING, 'Résumé');
  await enginePage.expectValue('window.scrollY', 300);

  // Reopened, because after a navigation the focus moves to the heading at an unknown time.
  await enginePage.open(`${site.url}/about`);
  // Until a page is clicked, Firefox may keep keys for its own window.
  await enginePage.click({ role: 'heading', name: 'Résumé' });
  await enginePage.evaluate(`document.querySelector('[aria-label="Open menu"]').focus()`);
  await enginePage.press('Enter');
  await enginePage.expectValue("document.querySelectorAll('dialog[open]').length", 1);
  await enginePage.press('Escape');
  await enginePage.expectValue("document.querySelectorAll('dialog[open]').length", 0);
  await enginePage.expectValue(FOCUSED, 'Open menu');
  expect(enginePage.log()).toEqual([]);
});

test('a page whose content arrives late returns to the place, after Back and after a reload', async ({ enginePage, site }) => {
  await enginePage.open(`${site.url}/projects/usda-reports`);
  await enginePage.expectValue('document.documentElement.scrollHeight > 2500', true);
  await enginePage.evaluate('window.scrollTo(0, 1500)');
  // With real clicks: WebKit's Back skips an entry that was made by a script.
  await enginePage.click({ role: 'button', name: 'Open menu' });
  await enginePage.click({ role: 'link', name: 'Projects' });
  await enginePage.expectValue(HEADING, 'Projects');
  await enginePage.goBack();
  await enginePage.expectValue('Math.round(window.scrollY)', 1500);
  await enginePage.reload();
  await enginePage.expectValue('Math.round(window.scrollY)', 1500);
  expect(enginePage.log()).toEqual([]);
});

test('keys that scroll leave the page behind the open menu where it is', async ({ enginePage, site }) => {
  await enginePage.open(`${site.url}/about`);
  await enginePage.click({ role: 'button', name: 'Open menu' });
  await enginePage.expectValue("document.querySelectorAll('dialog[open]').length", 1);
  await enginePage.press('End');
  await enginePage.press('ArrowDown');
  await enginePage.press('Escape');
  await enginePage.expectValue("document.querySelectorAll('dialog[open]').length", 0);
  await enginePage.expectValue('window.scrollY', 0);
  // The page itself still scrolls.
  await enginePage.press('End');
  await enginePage.expectValue('window.scrollY > 500', true);
});

test('Tab goes through the links of the open menu and stays in it', async ({ enginePage, site }) => {
  await enginePage.open(`${site.url}/about`);
  // Until a page is clicked, Firefox may keep keys for its own window.
  await enginePage.click({ role: 'heading', name: 'Résumé' });
  await enginePage.evaluate(`document.querySelector('[aria-label="Open menu"]').focus()`);
  await enginePage.press('Enter');
  await enginePage.expectValue(FOCUSED, 'Close menu');
  for (const name of ['Resume', 'Projects', 'Shop', 'Contact', 'Close menu']) {
    await enginePage.press('Tab');
    await enginePage.expectValue(FOCUSED, name);
  }
  expect(enginePage.log()).toEqual([]);
});

test('the gate opens only for the right password', async ({ enginePage, site }) => {
  await enginePage.open(`${site.url}/projects/drafts`);
  await enginePage.click({ role: 'textbox', name: 'Password' });
  await enginePage.type('wrong');
  await enginePage.press('Enter');
  await enginePage.expectText('Incorrect password');
  await enginePage.click({ role: 'textbox', name: 'Password' });
  await enginePage.type(DRAFT_PASSWORD);
  await enginePage.click({ role: 'button', name: 'Unlock' });
  await enginePage.expectText('Beef Cut Prices');
  await enginePage.click({ role: 'button', name: 'Lock again' });
  await enginePage.expectValue("document.querySelectorAll('main article').length", 0);
  expect(enginePage.log()).toEqual([]);
});
