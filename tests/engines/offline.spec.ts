import { expect, test } from '../support/engines/test.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';

const CLOCKS = '/projects/clocks';
const KEPT = `caches.match('/offline-state').then((stored) => stored?.json()).then((state) => state?.kept?.pages ?? [])`;

test('a page that was opened once is shown by the service worker, with the network and without', async ({ enginePage, site }) => {
  const network = await startFaultProxy(site.url);
  await enginePage.open(network.url + CLOCKS);
  await enginePage.expectText('RADAR TIME');
  await enginePage.expectValue(KEPT, [CLOCKS]);
  await enginePage.open(network.url + CLOCKS);
  await enginePage.expectText('RADAR TIME');
  await enginePage.expectValue('navigator.serviceWorker.controller !== null', true);
  // Telemetry still gets through: otherwise the browser would log that it was lost.
  network.inject({ path: /^(?!\/api\/telemetry)/, answer: (response) => response.destroy() });
  await enginePage.open(network.url + CLOCKS);
  await enginePage.expectText('RADAR TIME');
  await enginePage.open(`${network.url}/about`);
  await enginePage.expectText('Ready to open');
  await enginePage.expectPath('/offline');
  expect(enginePage.log()).toEqual([]);
  await enginePage.open(`${site.url}/contact`);
  await network.close();
});
