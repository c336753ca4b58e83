import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, useLocation, useNavigate, useSearchParams } from '@site/router';
import { createSiteHistory } from './site-history.ts';
import { SiteRouter } from './site-router.tsx';

function Page() {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  return (
    <>
      <output>{search.get('sort') ?? 'unsorted'}</output>
      <p>{useLocation().pathname}</p>
      <Link to="/about">Résumé</Link>
      <button type="button" onClick={() => setSearch({ sort: 'date' }, { replace: true })}>
        Sort
      </button>
      <button type="button" onClick={() => void navigate('/contact', { viewTransition: true })}>
        Contact
      </button>
    </>
  );
}

function setUp() {
  window.history.replaceState(null, '', '/projects');
  const onOpen = jest.fn();
  let finishLoading = () => {};
  const loadPage = jest.fn(
    () =>
      new Promise<void>((resolve) => {
        finishLoading = resolve;
      }),
  );
  const history = createSiteHistory(window, { onOpen, onLeave: () => {} });
  render(
    <SiteRouter history={history} loadPage={loadPage}>
      <Page />
    </SiteRouter>,
  );
  return { onOpen, loadPage, history, finishLoading: () => act(async () => finishLoading()) };
}

test('a changed query string is shown and is in the address, and opens no page', async () => {
  const { onOpen } = setUp();
  const entries = window.history.length;
  await userEvent.click(screen.getByRole('button', { name: 'Sort' }));
  expect(screen.getByRole('status').textContent).toBe('date');
  expect(window.location.pathname + window.location.search).toBe('/projects?sort=date');
  expect(window.history.length).toBe(entries);
  expect(onOpen).not.toHaveBeenCalled();
});

test('a query string that the browser does not accept, because there were too many, is shown all the same', async () => {
  setUp();
  const refused = jest.spyOn(window.history, 'replaceState').mockImplementation(() => {
    throw new DOMException('too many calls', 'SecurityError');
  });
  await userEvent.click(screen.getByRole('button', { name: 'Sort' }));
  refused.mockRestore();
  expect(screen.getByRole('status').textContent).toBe('date');
  expect(window.location.search).toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'Sort' }));
  expect(window.location.search).toBe('?sort=date');
});

test('a link opens its page in the same document, before any of it is rendered', async () => {
  const { onOpen } = setUp();
  await userEvent.click(screen.getByRole('link', { name: 'Résumé' }));
  expect(onOpen.mock.calls).toEqual([['/about']]);
  expect(window.location.pathname).toBe('/about');
});

test('a double click on a link adds one entry to the history', async () => {
  const { onOpen } = setUp();
  const entries = window.history.length;
  const link = screen.getByRole('link', { name: 'Résumé' });
  // Both before anything is rendered.
  act(() => {
    link.click();
    link.click();
  });
  expect(onOpen.mock.calls).toEqual([['/about']]);
  expect(window.history.length).toBe(entries + 1);
});

test('a view transition starts when the code of the page has arrived, unless the visitor has moved on', async () => {
  const { loadPage, history, finishLoading } = setUp();
  const startViewTransition = jest.fn((update: () => void) => update());
  Object.assign(document, { startViewTransition });
  await userEvent.click(screen.getByRole('button', { name: 'Contact' }));
  expect(loadPage).toHaveBeenCalledWith('/contact');
  expect(startViewTransition).not.toHaveBeenCalled();
  await finishLoading();
  expect(startViewTransition).toHaveBeenCalledTimes(1);

  act(() => history.push('/projects'));
  await userEvent.click(screen.getByRole('button', { name: 'Contact' }));
  act(() => history.push('/about'));
  await finishLoading();
  expect(startViewTransition).toHaveBeenCalledTimes(1);
  Reflect.deleteProperty(document, 'startViewTransition');
});

test('a visitor who goes back before the view transition has shown the page stays on the one they went back to', async () => {
  const { history, finishLoading } = setUp();
  let update = () => {};
  Object.assign(document, {
    startViewTransition: (callback: () => void) => {
      update = callback;
    },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Contact' }));
  await finishLoading();
  const isBack = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  await act(async () => {
    history.go(-1);
    await isBack;
  });
  act(() => update());
  expect(window.location.pathname).toBe('/projects');
  expect(screen.getByText('/projects')).toBeTruthy();
  Reflect.deleteProperty(document, 'startViewTransition');
});
