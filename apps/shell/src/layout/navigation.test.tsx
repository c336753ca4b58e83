import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { silentAnalytics } from '../analytics/analytics.ts';
import { site } from '../site.ts';
import { aBoot, aRemote, aRoute } from '../testing/boot.ts';
import { renderSite } from '../testing/render-site.tsx';

test('the first page keeps the focus and announces nothing, but sets the title', async () => {
  await renderSite('/projects');
  expect(document.activeElement).toBe(document.body);
  expect(document.title).toBe(`Projects – ${site.ownerName}`);
  expect(document.querySelector('[aria-live]')?.textContent).toBe('');
  expect(window.scrollTo).not.toHaveBeenCalled();
});

test('a navigation scrolls up, focuses the heading, names the page and changes the title', async () => {
  await renderSite('/projects');
  await userEvent.click(screen.getByRole('link', { name: 'Privacy' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Privacy' }));
  expect(document.querySelector('[aria-live="polite"]')?.textContent).toContain('Privacy');
  expect(document.title).toBe(`Privacy – ${site.ownerName}`);
  expect(window.scrollTo).toHaveBeenCalledWith(0, 0);
});

test('every route change is one page view, and a changed query string is not', async () => {
  const pageView = jest.fn();
  const event = jest.fn();
  const { openPage, history } = await renderSite('/projects', { analytics: { ...silentAnalytics, pageView, event } });
  openPage('/projects?sort=date');
  openPage('/nowhere');
  await act(async () => {
    const wentBack = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    history.go(-1);
    await wentBack;
  });
  expect(pageView.mock.calls).toEqual([
    ['/projects', `Projects – ${site.ownerName}`],
    ['/nowhere', `Page Not Found – ${site.ownerName}`],
    ['/projects', `Projects – ${site.ownerName}`],
  ]);
  expect(event.mock.calls).toEqual([
    ['navigation', '/nowhere'],
    ['navigation', '/projects'],
  ]);
});

test('the owner’s name links to the home page, which has four links', async () => {
  await renderSite('/projects');
  await userEvent.click(screen.getByRole('link', { name: site.ownerName }));
  const links = ['Résumé', 'Projects', 'Shop', 'Contact'].map((name) => screen.getByRole('link', { name }).getAttribute('href'));
  expect(links).toEqual(['/about', '/projects', '/portfolio', '/contact']);
});

test('another state of the same page is a page view with its own title, and moves neither the page nor the focus', async () => {
  const pageView = jest.fn();
  const gallery = aRoute({ path: '/gallery', title: 'Gallery', heading: 'Gallery' });
  const picture = aRoute({ path: '/gallery/:id', title: 'Picture', heading: 'Picture', shownBy: '/gallery' });
  const boot = aBoot({ remotes: [aRemote({ routes: [gallery, picture] })] });
  const { openPage } = await renderSite('/gallery', { boot, analytics: { ...silentAnalytics, pageView } });
  const heading = screen.getByRole('heading', { level: 1, name: 'Gallery' });
  const skip = screen.getByRole('link', { name: 'Skip to content' });
  skip.focus();
  openPage('/gallery/a1');
  expect(document.title).toBe(`Picture – ${site.ownerName}`);
  openPage('/gallery/b2');
  openPage('/gallery');
  expect(document.title).toBe(`Gallery – ${site.ownerName}`);
  expect(pageView.mock.calls.map(([path]: string[]) => path)).toEqual(['/gallery', '/gallery/a1', '/gallery/b2', '/gallery']);
  // The same element: the page was not rendered again.
  expect(screen.getByRole('heading', { level: 1 })).toBe(heading);
  expect([document.activeElement, jest.mocked(window.scrollTo).mock.calls.length]).toEqual([skip, 0]);
});
