import { screen, within } from '@testing-library/react';
import type { ProjectCard } from '@site/contracts';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { Component } from './cameras.page.tsx';

const aCard = (fields: Partial<ProjectCard>): ProjectCard => ({
  list: 'more',
  order: 1,
  title: 'Clocks',
  description: 'Six drawings of one moment.',
  tags: [],
  date: 'Jun 10 2025',
  link: '/projects/clocks',
  ...fields,
});

const SYSTEMS = [
  ['80 Rectangle Camera', '/projects/camera-optimal-80', ['10x8', '80 photos', '8 per second']],
  ['12 Rectangle Camera', '/projects/camera-optimal', ['4x3', '12 photos', '4 per second']],
  ['Honeycomb Pattern Camera', '/projects/camera-hexagon', ['100 photos', '100 per second']],
  ['Sectional Grid Camera', '/projects/camera-collage', ['5x4', '20 photos', '4 per second']],
] as const;

test('shows the four cameras in the specified order', () => {
  renderPage(<Component />);
  const titles = screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
  expect(titles).toEqual(SYSTEMS.map(([title]) => title));
});

test.each(SYSTEMS)('%s states its numbers and opens %s', (title, link, words) => {
  renderPage(<Component />);
  const button = screen.getByRole('link', { name: `Open Camera System: ${title}` });
  expect(button.textContent).toBe('Open Camera System');
  expect(button.getAttribute('href')).toBe(link);
  const card = screen.getAllByRole('article').find((article) => article.contains(button));
  for (const word of words) expect(card?.textContent).toContain(word);
  expect(card?.textContent).toMatch(/[A-Z][a-z]{2} \d{1,2} 2025/);
});

test('links back to the projects and on to the gallery', () => {
  renderPage(<Component />);
  expect(screen.getByRole('link', { name: 'Back to Projects' }).getAttribute('href')).toBe('/projects');
  expect(screen.getByRole('link', { name: 'View Gallery' }).getAttribute('href')).toBe('/projects/kaleidoscope-gallery');
});

test('lists the minor experiments of all remotes, but no project cards', () => {
  const cards = [aCard({}), aCard({ list: 'projects', title: 'Analog Clock', link: '/projects/analog-clock' })];
  renderPage(<Component />, { cards });
  const row = within(screen.getByRole('region', { name: 'More experiments' }));
  expect(row.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Clocks', '/projects/clocks'],
  ]);
});

test('has no row of experiments when there are none', () => {
  renderPage(<Component />);
  expect(screen.queryByText('More experiments')).toBeNull();
});
