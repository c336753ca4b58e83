import { fireEvent, screen, within } from '@testing-library/react';
import { aBoot, aCard, aRemote, aRoute } from '../testing/boot.ts';
import { renderSite } from '../testing/render-site.tsx';

test('project cards are in order, the drafts card last, other experiments below', async () => {
  const cards = [
    aCard({ title: 'USDA Reports', link: '/projects/usda-reports', tags: ['Data', 'USDA'], date: 'Aug 11 2025' }),
    aCard({ title: 'Clocks', link: '/projects/clocks', list: 'more' }),
    aCard({ title: 'Cameras', link: '/projects/cameras' }),
  ];
  await renderSite('/projects', { boot: aBoot({ cards }) });
  const articles = screen.getAllByRole('article');
  expect(articles.map((article) => within(article).getByRole('heading', { level: 2 }).textContent)).toEqual([
    'USDA Reports',
    'Cameras',
    'Draft Projects',
  ]);
  const [first] = articles;
  if (!first) throw new Error('no card');
  expect(within(first).getByText('Data • USDA')).toBeTruthy();
  expect(within(first).getByText('Aug 11 2025')).toBeTruthy();
  expect(within(first).getByRole('link', { name: 'Open USDA Reports' }).getAttribute('href')).toBe('/projects/usda-reports');
  expect(screen.getByRole('link', { name: 'Open Draft Projects' }).getAttribute('href')).toBe('/projects/drafts');
  const more = screen.getByRole('region', { name: 'More experiments' });
  expect(
    within(more)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Clocks']);
});

test('a card shows the still of its page from the live release, in both color schemes, with an empty alt text', async () => {
  const paths = ['/projects/a', '/projects/b', '/projects/c', '/projects/d', '/projects/e'];
  const remote = aRemote({ routes: paths.map((path, n) => aRoute({ path, ...(n !== 1 && { still: path.slice(-1) }) })) });
  const cards = paths.map((link) => aCard({ title: link, link }));
  await renderSite('/projects', { boot: aBoot({ cards, remotes: [remote] }) });
  const images = screen.getAllByRole('article').map((article) => article.querySelector('picture > img'));
  // The second page has none, and the last card leads to a page of the shell.
  expect(images.map((image) => image?.getAttribute('loading'))).toEqual(['eager', undefined, 'eager', 'lazy', 'lazy', undefined]);
  const [image] = images;
  const base = '/r/demos-games/1.2.0-0123456789ab/stills';
  expect(image?.getAttribute('srcset')).toBe(`${base}/a-light-360.webp 360w, ${base}/a-light-720.webp 720w`);
  expect(image?.previousElementSibling?.getAttribute('srcset')).toBe(
    `${base}/a-dark-360.webp 360w, ${base}/a-dark-720.webp 720w`,
  );
  expect(image?.previousElementSibling?.getAttribute('media')).toBe('(prefers-color-scheme: dark)');
  expect([image?.getAttribute('width'), image?.getAttribute('height'), image?.getAttribute('alt')]).toEqual(['720', '450', '']);
});

test('a still that cannot be loaded leaves its place empty', async () => {
  const remote = aRemote({ routes: [aRoute({ path: '/projects/a', still: 'a' })] });
  await renderSite('/projects', { boot: aBoot({ cards: [aCard({ link: '/projects/a' })], remotes: [remote] }) });
  const still = screen.getAllByRole('article')[0]!.querySelector('img')!;
  expect(still.style.visibility).toBe('');
  fireEvent.error(still);
  expect(still.style.visibility).toBe('hidden');
  // Another width or scheme may load.
  fireEvent.load(still);
  expect(still.style.visibility).toBe('');
});

test('without other experiments their heading is left out', async () => {
  await renderSite('/projects');
  expect(screen.queryByRole('region', { name: 'More experiments' })).toBeNull();
});
