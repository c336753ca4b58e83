import { screen, within } from '@testing-library/react';
import { aBoot, aCard } from '../testing/boot.ts';
import { renderSite } from '../testing/render-site.tsx';

test('project cards stand in their order, the drafts card last, other experiments below', async () => {
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

test('without other experiments their heading is left out', async () => {
  await renderSite('/projects');
  expect(screen.queryByRole('region', { name: 'More experiments' })).toBeNull();
});
