import { expect, test } from '../support/test.ts';

const PAGES = [
  { path: '/projects/sensor-dashboard', ready: /Nothing leaves this device/i },
  { path: '/projects/cameras', ready: /Open Camera System/i },
  { path: '/projects/analog-clock', ready: /:\d\d/ },
  { path: '/projects/egg-prices', ready: /Weekly Retail Egg Feature Activity/ },
];

/** Only React itself assigns this property; importing React does not. */
const REACT_MARK = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=';

interface Provider {
  readonly from: string;
  readonly lib: () => object;
}
interface Federation {
  readonly __FEDERATION__: {
    readonly __INSTANCES__: ReadonlyArray<{
      readonly name: string;
      readonly moduleCache: ReadonlyMap<string, unknown>;
      readonly shareScopeMap: Record<string, Record<string, Record<string, Provider>>>;
    }>;
  };
  readonly __mf_module_cache__: { readonly share: Record<string, object> };
}

test('in a visit to all four remotes there is one React, and every shared library comes from the shell in one version', async ({
  page,
  context,
}) => {
  const scripts = new Map<string, string>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), '');
  });
  await page.goto('/projects');
  // A script can navigate only once the router listens for changes to the address.
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

  const { instances, loaded, shared } = await page.evaluate(() => {
    const { __FEDERATION__, __mf_module_cache__ } = globalThis as unknown as Federation;
    const shell = __FEDERATION__.__INSTANCES__[0];
    return {
      instances: __FEDERATION__.__INSTANCES__.map(({ name }) => name),
      loaded: [...(shell?.moduleCache.keys() ?? [])],
      // Remotes read exactly the object that the shell shares, from the only provider of the only version.
      shared: Object.entries(shell?.shareScopeMap['default'] ?? {}).map(([library, versions]) => {
        const [provider, ...others] = Object.values(versions);
        const read = __mf_module_cache__.share[`default:${library}`];
        return {
          library,
          from: provider?.from,
          others: others.length,
          isSame: read === undefined ? null : read === provider?.lib(),
        };
      }),
    };
  });
  expect(instances).toEqual(['shell']);
  // On a busy machine the loader may time out and also request a container at its second address: `demos_sensors_1`.
  const containers = new Set(loaded.map((name) => name.replace(/_\d+$/, '')));
  expect([...containers].toSorted()).toEqual(['demos_cameras', 'demos_games', 'demos_sensors', 'market_prices']);
  for (const { library, from, others } of shared) expect([library, from, others]).toEqual([library, 'shell', 0]);
  const read = shared.filter(({ isSame }) => isSame !== null);
  expect(read.map(({ library }) => library).toSorted()).toEqual([
    '@site/host',
    '@site/query',
    '@site/router',
    'react',
    'react-dom',
  ]);
  expect(read.every(({ isSame }) => isSame)).toBe(true);
});
