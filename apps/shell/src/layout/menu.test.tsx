import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderSite } from '../testing/render-site.tsx';

async function openMenu() {
  renderSite('/projects');
  const button = screen.getByRole('button', { name: 'Open menu' });
  await userEvent.click(button);
  const dialog = screen.getByRole('dialog', { name: 'Menu' });
  return { button, dialog, close: within(dialog).getByRole('button', { name: 'Close menu' }) };
}

test('the menu lists Resume, Projects, Shop and Contact, and its button tells its state', async () => {
  const { button, dialog } = await openMenu();
  expect(button).toHaveAttribute('aria-expanded', 'true');
  const links = within(dialog).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Resume', '/about'],
    ['Projects', '/projects'],
    ['Shop', '/portfolio'],
    ['Contact', '/contact'],
  ]);
});

test('Escape closes it and gives the focus back to the button', async () => {
  const { button, dialog, close } = await openMenu();
  close.focus();
  await userEvent.keyboard('{Escape}');
  expect(dialog).not.toHaveAttribute('open');
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-expanded', 'false');
});

test('the X closes it', async () => {
  const { button, dialog, close } = await openMenu();
  await userEvent.click(close);
  expect(dialog).not.toHaveAttribute('open');
  expect(button).toHaveFocus();
});

test('a click on the backdrop closes it, a click inside does not', async () => {
  const { dialog } = await openMenu();
  await userEvent.click(within(dialog).getByRole('navigation'));
  expect(dialog).toHaveAttribute('open');
  await userEvent.click(dialog);
  expect(dialog).not.toHaveAttribute('open');
});

test('choosing an item closes it and opens the page', async () => {
  const { dialog } = await openMenu();
  await userEvent.click(within(dialog).getByRole('link', { name: 'Contact' }));
  expect(dialog).not.toHaveAttribute('open');
  expect(screen.getByRole('heading', { level: 1, name: 'Contact' })).toHaveFocus();
});

test('Tab stays inside, in both directions', async () => {
  const { dialog, close } = await openMenu();
  const contact = within(dialog).getByRole('link', { name: 'Contact' });
  contact.focus();
  await userEvent.tab();
  expect(close).toHaveFocus();
  await userEvent.tab({ shift: true });
  expect(contact).toHaveFocus();
});
