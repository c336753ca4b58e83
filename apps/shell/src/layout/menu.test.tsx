import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderSite } from '../testing/render-site.tsx';

async function openMenu() {
  await renderSite('/projects');
  const button = screen.getByRole('button', { name: 'Open menu' });
  await userEvent.click(button);
  const dialog = screen.getByRole('dialog', { name: 'Menu' });
  return { button, dialog, close: within(dialog).getByRole('button', { name: 'Close menu' }) };
}

test('the menu lists Resume, Projects, Shop and Contact, and its button states whether it is open', async () => {
  const { button, dialog } = await openMenu();
  expect(button.getAttribute('aria-expanded')).toBe('true');
  const links = within(dialog).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Resume', '/about'],
    ['Projects', '/projects'],
    ['Shop', '/portfolio'],
    ['Contact', '/contact'],
  ]);
});

test('Escape closes the menu and returns the focus to the button', async () => {
  const { button, dialog, close } = await openMenu();
  close.focus();
  await userEvent.keyboard('{Escape}');
  expect(dialog.hasAttribute('open')).toBe(false);
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-expanded')).toBe('false');
});

test('the X closes the menu', async () => {
  const { button, dialog, close } = await openMenu();
  await userEvent.click(close);
  expect(dialog.hasAttribute('open')).toBe(false);
  expect(document.activeElement).toBe(button);
});

test('a click on the backdrop closes the menu, a click inside does not', async () => {
  const { dialog } = await openMenu();
  await userEvent.click(within(dialog).getByRole('navigation'));
  expect(dialog.hasAttribute('open')).toBe(true);
  // In jsdom the dialog has no size, so every other point of the window is on the backdrop.
  fireEvent.click(dialog, { clientX: 5, clientY: 300 });
  expect(dialog.hasAttribute('open')).toBe(false);
});

test('choosing an item closes the menu and opens the page', async () => {
  const { dialog } = await openMenu();
  await userEvent.click(within(dialog).getByRole('link', { name: 'Contact' }));
  expect(dialog.hasAttribute('open')).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Contact' }));
});

test('Back closes the menu and moves the focus to the heading of the page; Forward does not open it again', async () => {
  const { history } = await renderSite('/projects');
  const go = (steps: number) =>
    act(async () => {
      const hasGone = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
      history.go(steps);
      await hasGone;
    });
  const isOpen = () => document.querySelector('dialog[aria-label="Menu"]')?.hasAttribute('open');
  await userEvent.click(screen.getByRole('link', { name: 'Privacy' }));
  await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
  expect(isOpen()).toBe(true);
  await go(-1);
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Projects' }));
  await go(1);
  expect(isOpen()).toBe(false);
});

test('Tab stays inside the menu, in both directions', async () => {
  const { dialog, close } = await openMenu();
  const contact = within(dialog).getByRole('link', { name: 'Contact' });
  contact.focus();
  await userEvent.tab();
  expect(document.activeElement).toBe(close);
  await userEvent.tab({ shift: true });
  expect(document.activeElement).toBe(contact);
});
