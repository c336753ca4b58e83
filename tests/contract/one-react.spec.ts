import { expect, test } from '../support/test.ts';

const PAGES = [
  { path: '/projects/sensor-dashboard', ready: /Nothing leaves this device/i },
  { path: '/projects/cameras', ready: /Open Camera System/i },
  { path: '/projects/analog-clock', ready: /:\d\d/ },
  { path: '/projects/egg-prices', ready: /Weekly Retail Egg Feature Activity/ },
];

/** Only React itself assigns this property; importing React does not. */
const REACT_MARK = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=';

interface ShareScopes {
  readonly __FEDERATION__: {
    readonly __INSTANCES__: ReadonlyArray<{
      readonly name: string;
      readonly shareScopeMap: Record<string, Record<string, Record<string, { readonly from: string }>>>;
    }>;
  };
}

test('over all four remotes in one visit there is one React, and every shared library comes from the shell in one version', async ({
  page,
  context,
}) => {
  const scripts = new Map<string, string>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), '');
  });
  await page.goto('/projects');
  // A change of the address by a script counts once the router listens.
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.keyboard.press('Escape');
  for (const { path, ready } of PAGES) {
    await page.evaluate((to) => {
      window.history.pushState(null, '', to);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    await expect(page.getByText(ready).first(), path).toBeVisible();
  }
  for (const url of scripts.keys()) scripts.set(url, await (await context.request.get(url)).text());
  expect(scripts.size).toBeGreaterThan(10);
  const copies = [...scripts].filter(([, text]) => text.replaceAll(' ', '').includes(REACT_MARK)).map(([url]) => url);
  expect(copies).toHaveLength(1);
  expect(copies[0]).toContain('/r/shell/');

  const instances = await page.evaluate(() =>
    (globalThis as unknown as ShareScopes).__FEDERATION__.__INSTANCES__.map(({ name, shareScopeMap }) => ({
      name,
      shared: Object.entries(shareScopeMap['default'] ?? {}).map(([library, versions]) => ({
        library,
        providers: Object.values(versions).map((version) => version.from),
      })),
    })),
  );
  expect(instances.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['shell', 'demos_sensors', 'demos_cameras', 'demos_games', 'market_prices']),
  );
  for (const { name, shared } of instances) {
    expect(
      shared.map(({ library }) => library),
      name,
    ).toEqual(expect.arrayContaining(['react', 'react-dom', '@site/router', '@site/query', '@site/host']));
    for (const { library, providers } of shared) expect(providers, `${library} in ${name}`).toEqual(['shell']);
  }
});
