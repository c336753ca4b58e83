/**
 * @jest-environment node
 * @jest-environment-options {"customExportConditions": ["@site/source", "node", "require", "default"]}
 */
import content from '../content/resume.json';
import { renderPage, shellPages, structuredData, textFiles } from './entry-server.tsx';
import { site } from './site.ts';
import { aBoot, aRemote, aRoute } from './testing/boot.ts';

const boot = aBoot({
  remotes: [
    aRemote({
      routes: [
        aRoute(),
        aRoute({ path: '/projects/clocks/:zone', title: 'Zone', heading: 'ZONE' }),
        aRoute({ path: '/projects/clocks', title: 'Clocks', heading: 'Clocks' }),
        aRoute({
          path: '/projects/333-balls',
          title: '333 Balls',
          heading: '333 Balls',
          layout: 'full-bleed',
          headerLinks: 'white',
        }),
      ],
    }),
  ],
});
const everyPath = [
  ...shellPages.map(({ path }) => path),
  '/projects/analog-clock',
  '/projects/clocks',
  '/projects/333-balls',
  '/nowhere',
];
const count = (html: string, tag: string) => html.split(`<${tag}`).length - 1;

test.each(everyPath)('%s is one frame without inline styles or scripts', async (path) => {
  const { html } = await renderPage(path, boot);
  expect(html).not.toMatch(/ style=|<style|<script/);
  expect([count(html, 'nav'), count(html, 'main'), count(html, 'h1')]).toEqual([1, 1, 1]);
});

test('an unknown path is a 404 with the hint', async () => {
  const page = await renderPage('/nowhere/at/all', boot);
  expect(page).toMatchObject({ status: 404, title: `Page Not Found – ${site.ownerName}`, indexable: false });
  expect(page.html).toContain('Did you forget to add the page to the router?');
});

test("a remote's page has its frame before any of its code", async () => {
  const page = await renderPage('/projects/analog-clock', boot);
  expect(page).toMatchObject({
    status: 200,
    title: `Analog Clock – ${site.ownerName}`,
    description: 'Three hands and a face.',
    indexable: true,
  });
  expect(page.html).toMatch(/<h1[^>]*>ANALOG CLOCK<\/h1>/);
  expect(page.html).toContain('Loading Analog Clock…');
});

test('a route with a pattern serves all addresses that match it, and no others', async () => {
  const page = await renderPage('/projects/clocks/utc', boot);
  expect(page).toMatchObject({ status: 200, title: `Zone – ${site.ownerName}` });
  expect((await renderPage('/projects/clocks/:zone', boot)).html).toBe(page.html.replaceAll('/clocks/utc', '/clocks/:zone'));
  expect((await renderPage('/projects/clocks/utc/now', boot)).status).toBe(404);
});

test('paths are case-sensitive', async () => {
  expect((await renderPage('/About', boot)).status).toBe(404);
});

test('a query string does not change the page', async () => {
  expect((await renderPage('/projects?x=1', boot)).status).toBe(200);
});

test('drafts, the header test and the offline page may not be indexed, but all other pages of the shell may', () => {
  expect(shellPages.filter(({ indexable }) => indexable).map(({ path }) => path)).toEqual([
    '/',
    '/about',
    '/projects',
    '/portfolio',
    '/contact',
    '/privacy',
  ]);
});

const ORIGIN = 'https://example.org';
const { linkedin, instagram, x } = site.profiles;

test('every page names the site, and the résumé page also names the person, with the profiles from the contact page', () => {
  const webSite = { '@type': 'WebSite', '@id': `${ORIGIN}/#site`, url: `${ORIGIN}/`, name: site.ownerName };
  for (const { path } of shellPages) {
    if (path === '/about') continue;
    expect(structuredData(path, ORIGIN)).toMatchObject({ '@context': 'https://schema.org', ...webSite });
  }
  expect(structuredData('/about', ORIGIN)).toMatchObject({
    '@context': 'https://schema.org',
    '@graph': [
      webSite,
      {
        '@type': 'ProfilePage',
        url: `${ORIGIN}/about`,
        isPartOf: { '@id': webSite['@id'] },
        mainEntity: {
          '@type': 'Person',
          name: site.ownerName,
          sameAs: expect.arrayContaining([linkedin, instagram, x]) as unknown,
        },
      },
    ],
  });
});

test('/resume.md is the résumé as Markdown, under the owner’s name', () => {
  const file = textFiles['/resume.md'];
  expect(file?.type).toBe('text/markdown; charset=utf-8');
  expect(file?.text).toMatch(new RegExp(`^# ${site.ownerName}\n`));
  expect(file?.text.match(/^### /gm)?.length).toBeGreaterThanOrEqual(content.work.length);
});

test('/resume.json is the whole résumé from the content folder', () => {
  const file = textFiles['/resume.json'];
  expect(file?.type).toBe('application/json');
  expect(JSON.parse(file?.text ?? '')).toEqual(content);
});
