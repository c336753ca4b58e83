import { changedBuild } from '../support/changed-build.ts';
import { expect, test } from '../support/engines/test.ts';
import { startFaultProxy, type Fault } from '../support/fault-proxy.ts';
import { release, startSite } from '../support/site.ts';

const CLOCKS = '/projects/clocks';
const H1 = "document.querySelector('main h1')?.textContent";

/** Faults in evaluating, linking and rendering a script, which each engine reports in its own way. */
const BROKEN_PAGES = [
  { name: 'throws when it is evaluated', page: "throw new Error('planted: evaluation'); export const Component = 1;" },
  {
    name: 'imports a name that is not exported',
    page: "import { nothing } from '../remoteEntry.js'; export const Component = nothing;",
  },
  { name: 'throws when it renders', page: "export function Component() { throw new Error('planted: render'); }" },
] as const;

for (const { name, page } of BROKEN_PAGES) {
  test(`the previous release takes over from one that ${name} in the same visit`, async ({ enginePage }) => {
    const site = await startSite({ ownStore: true });
    const build = await changedBuild('demos-games', CLOCKS, { page, mark: name });
    await release(site.store, 'demos-games', build.folder);
    await build.remove();
    await enginePage.open(site.url + CLOCKS);
    await enginePage.expectText('RADAR TIME');
    await enginePage.expectValue(H1, 'Clocks');
    const report = /\/projects\/clocks of demos-games \S+ failed at the [a-z]+ step: .*; \S+ took over/s;
    await expect.poll(() => enginePage.log().filter((line) => report.test(line)).length).toBe(1);
    // What is left of the broken release does not affect other pages.
    await enginePage.click({ role: 'button', name: 'Open menu' });
    await enginePage.click({ role: 'link', name: 'Projects' });
    await enginePage.expectValue(H1, 'Projects');
    await site.close();
  });
}

/** Ways to withhold a file from the visitor for a while. */
const MISSING: readonly (readonly [name: string, answer: Fault])[] = [
  ['returns 404', (response) => response.writeHead(404).end()],
  ['is cut off', (response) => response.destroy()],
];

for (const [name, answer] of MISSING) {
  test(`a remote whose every file ${name} shows its heading and a card, and Retry or a reload restores it`, async ({
    enginePage,
    site,
  }) => {
    const recoveries = [() => enginePage.click({ role: 'button', name: 'Retry' }), () => enginePage.reload()];
    for (const recover of recoveries) {
      // A separate address, so that no cache has the files.
      const proxy = await startFaultProxy(site.url);
      proxy.inject({ path: /^\/r\/demos-games\//, answer });
      await enginePage.open(proxy.url + CLOCKS);
      await enginePage.expectText('This project could not be loaded');
      await enginePage.expectValue(H1, 'Clocks');
      proxy.inject(null);
      await recover();
      await enginePage.expectText('RADAR TIME');
      await proxy.close();
    }
  });
}
