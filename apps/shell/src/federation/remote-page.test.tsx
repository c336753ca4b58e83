import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useHost } from '@site/host';
import { aLoader } from '../testing/a-loader.ts';
import { aBoot, aRemote, aRoute } from '../testing/boot.ts';
import { renderSite } from '../testing/render-site.tsx';

const route = aRoute();
const boot = aBoot({ remotes: [aRemote({ routes: [route] })] });

function loaderOf(load: () => Promise<{ Component: () => React.ReactNode }>) {
  return aLoader({
    importRuntime: () => Promise.resolve({ loadRoutes: () => Promise.resolve({ routes: [{ path: route.path, lazy: load }] }) }),
  });
}

test('heading and sentence are shown before the code arrives, with a labeled skeleton below', async () => {
  await renderSite(route.path, { boot });
  expect(screen.getByRole('heading', { level: 1, name: 'ANALOG CLOCK' })).toBeTruthy();
  expect(screen.getByText('Three hands and a face.')).toBeTruthy();
  expect(screen.getByText('Loading Analog Clock…')).toBeTruthy();
});

test('what the server knew about the page is shown until its code arrives, and not on another page', async () => {
  const lead = { kicker: 'Noon', caution: '', words: [[{ text: 'Twelve', look: 'figure' as const }]], chart: null };
  const here = await renderSite(route.path, { boot: { ...boot, lead: { ...lead, path: route.path } } });
  const region = screen.getByRole('region', { name: 'Noon' });
  expect(region.textContent).toContain('Twelve');
  // One block, with a break after its only line: see `isFirst`.
  expect(region.querySelectorAll('p br')).toHaveLength(1);
  here.unmount();
  await renderSite(route.path, { boot: { ...boot, lead: { ...lead, path: '/projects/other' } } });
  expect(screen.queryByRole('region', { name: 'Noon' })).toBeNull();
});

test('the page replaces the skeleton', async () => {
  await renderSite(route.path, { boot, loader: loaderOf(() => Promise.resolve({ Component: () => <p>tick</p> })) });
  expect(await screen.findByText('tick')).toBeTruthy();
  expect(screen.queryByText('Loading Analog Clock…')).toBeNull();
});

test('a page that cannot be loaded says why, and Retry loads it', async () => {
  let broken = true;
  const loader = loaderOf(() =>
    broken ? Promise.reject(new Error('chunk 404')) : Promise.resolve({ Component: () => <p>tick</p> }),
  );
  await renderSite(route.path, { boot, loader });
  expect(await screen.findByRole('heading', { name: 'This project could not be loaded: Analog Clock' })).toBeTruthy();
  expect(screen.getByText(/step “init”: chunk 404/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
  expect(screen.getByRole('link', { name: 'Contact' })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('tick')).toBeTruthy();
  // The button is gone; the focus is where the page begins.
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'ANALOG CLOCK' }));
});

test('without a network the card says that the page needs a connection, and the page opens once there is one', async () => {
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const loader = loaderOf(() =>
    navigator.onLine ? Promise.resolve({ Component: () => <p>tick</p> }) : Promise.reject(new Error('chunk: no response')),
  );
  await renderSite(route.path, { boot, loader });
  expect(await screen.findByRole('heading', { name: 'This project needs a connection: Analog Clock' })).toBeTruthy();
  expect(screen.queryByText('The menu and the other pages keep working.')).toBeNull();
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('tick')).toBeTruthy();
  onLine.mockRestore();
});

test('a page that throws while rendering shows the same error card, and Retry mounts it again', async () => {
  const consoleError = jest.spyOn(console, 'error').mockImplementation(() => {});
  let broken = true;
  const Page = () => {
    if (broken) throw new Error('no canvas');
    return <p>tick</p>;
  };
  await renderSite(route.path, { boot, loader: loaderOf(() => Promise.resolve({ Component: Page })) });
  expect(await screen.findByText(/demos-games .*no canvas/)).toBeTruthy();
  expect(consoleError).toHaveBeenCalled();
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('tick')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'ANALOG CLOCK' }));
});

test('a page that throws without a network does not claim that it needs one', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const Page = () => {
    throw new Error('no canvas');
  };
  await renderSite(route.path, { boot, loader: loaderOf(() => Promise.resolve({ Component: Page })) });
  await screen.findByText(/no canvas/);
  expect(screen.getByRole('heading', { name: 'This project could not be loaded: Analog Clock' })).toBeTruthy();
  onLine.mockRestore();
});

test('a page that throws again after Retry offers to reload the whole document', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const Page = () => {
    throw new Error('no canvas');
  };
  await renderSite(route.path, { boot, loader: loaderOf(() => Promise.resolve({ Component: Page })) });
  await screen.findByText(/no canvas/);
  expect(screen.queryByRole('button', { name: 'Reload the whole page' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Reload the whole page' })).toBeTruthy();
});

test('a page of an earlier release may ask whether another one is being built, and none is', async () => {
  const Page = () => {
    const host = useHost() as unknown as { isBeingBuilt(path: string): boolean }; // No longer part of the host's type.
    return <p>being built: {String(host.isBeingBuilt('/projects/clocks'))}</p>;
  };
  await renderSite(route.path, { boot, loader: loaderOf(() => Promise.resolve({ Component: Page })) });
  expect(await screen.findByText('being built: false')).toBeTruthy();
});

test('a page that fills the window keeps its heading for screen readers', async () => {
  const wide = aBoot({ remotes: [aRemote({ routes: [aRoute({ layout: 'full-bleed' })] })] });
  await renderSite(route.path, { boot: wide, loader: loaderOf(() => Promise.resolve({ Component: () => <p>tick</p> })) });
  await screen.findByText('tick');
  expect(screen.getByRole('heading', { level: 1 }).className).toBe('visually-hidden');
});

test('a page that fills the window names the project that failed, in the middle of the window', async () => {
  const wide = aBoot({ remotes: [aRemote({ routes: [aRoute({ layout: 'full-bleed' })] })] });
  const consoleError = jest.spyOn(console, 'error').mockImplementation(() => {});
  const Broken = () => {
    throw new Error('no canvas');
  };
  for (const load of [() => Promise.reject(new Error('chunk 404')), () => Promise.resolve({ Component: Broken })]) {
    const { unmount } = await renderSite(route.path, { boot: wide, loader: loaderOf(load) });
    const heading = await screen.findByRole('heading', { level: 2, name: 'This project could not be loaded: Analog Clock' });
    expect(heading.closest('.waiting')).not.toBeNull();
    unmount();
  }
  expect(consoleError).toHaveBeenCalled();
});

test('in a frame on another site the failure does not mention the menu', async () => {
  const bare = aBoot({ remotes: [aRemote({ routes: [aRoute({ layout: 'bare' })] })] });
  const consoleError = jest.spyOn(console, 'error').mockImplementation(() => {});
  const Broken = () => {
    throw new Error('no canvas');
  };
  for (const load of [() => Promise.reject(new Error('chunk 404')), () => Promise.resolve({ Component: Broken })]) {
    const { unmount } = await renderSite(route.path, { boot: bare, loader: loaderOf(load) });
    expect(await screen.findByText('Loading it again often helps.')).toBeTruthy();
    expect(screen.queryByText(/menu/)).toBeNull();
    unmount();
  }
  expect(consoleError).toHaveBeenCalled();
});

test('a page with motion has a switch that pauses it', async () => {
  const { services } = await renderSite(route.path, { boot });
  await userEvent.click(screen.getByRole('button', { name: 'Pause motion' }));
  expect(services.host.motion.isPaused()).toBe(true);
  expect(screen.getByRole('button', { name: 'Resume motion' })).toBeTruthy();
  act(() => services.host.motion.setPaused(false));
  expect(screen.getByRole('button', { name: 'Pause motion' })).toBeTruthy();
});
