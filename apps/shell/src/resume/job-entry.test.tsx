import { render, screen } from '@testing-library/react';
import { JobEntry } from './job-entry.tsx';

const job = { name: 'A bakery', startDate: '2020-01', endDate: '2021-02', summary: 'Bread.' };

test('an employer has a name, years and a description; logos and highlights only where the content has them', () => {
  const { container, rerender } = render(<JobEntry job={job} />);
  expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('A bakery');
  expect(screen.getByText('Jan 2020 to Feb 2021')).toBeTruthy();
  expect(screen.getByText('Bread.')).toBeTruthy();
  expect(container.querySelectorAll('img, ul')).toHaveLength(0);
  rerender(<JobEntry job={{ ...job, highlights: ['Rye'], images: ['/images/logo.png', '/images/oven.png'] }} />);
  expect(screen.getByRole('listitem').textContent).toBe('Rye');
  expect([...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
    '/images/logo.png',
    '/images/oven.png',
  ]);
});

test("an employer's name is a link where the content has an address", () => {
  const { rerender } = render(<JobEntry job={{ ...job, url: 'https://bakery.example/' }} />);
  expect(screen.getByRole('link', { name: 'A bakery' }).getAttribute('href')).toBe('https://bakery.example/');
  rerender(<JobEntry job={{ ...job, url: '' }} />);
  expect(screen.queryByRole('link')).toBeNull();
});
