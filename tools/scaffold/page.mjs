// The files of a new page: a small, complete exhibit with a button, a model and its tests. It needs no style sheet: the classes of
// kit.css are enough.
import { Refusal } from '../command.mjs';

/** @throws Refusal for a name that cannot be part of an address. @param what is named: a page or a remote */
export function checkName(name, what) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name ?? ''))
    throw new Refusal(`a ${what}'s name is lowercase words with hyphens, such as milk-prices, not "${name ?? ''}"`);
}

const words = (slug) => slug.split('-');
const titleOf = (slug) =>
  words(slug)
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join(' ');
/** As cards show a date: "Aug 11 2025". */
export const today = () =>
  new Date().toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric' }).replace(',', '');
export const pathOf = (slug) => `/projects/${slug}`;
const pageFile = (slug) => `src/${slug}/${slug}.page.tsx`;

const MODEL = `/** How many times a button has been pressed, and how many times it can be. */
export interface Tally {
  readonly pressed: number;
  readonly goal: number;
}

/** @param goal presses, 1 or more */
export function createTally(goal: number): Tally {
  if (!Number.isInteger(goal) || goal < 1) throw new Error(\`a tally's goal must be a whole number, at least 1, not \${goal}\`);
  return { pressed: 0, goal };
}

export const isDone = ({ pressed, goal }: Tally) => pressed === goal;

/** Adds a press; a tally that is done stays as it is. */
export const press = (tally: Tally): Tally => (isDone(tally) ? tally : { ...tally, pressed: tally.pressed + 1 });
`;

const MODEL_TEST = (slug) => `import { createTally, isDone, press } from './${slug}.model.ts';

test('a tally counts up to its goal and no further', () => {
  let tally = createTally(2);
  for (let n = 0; n < 3; n += 1) tally = press(tally);
  expect([tally.pressed, isDone(tally)]).toEqual([2, true]);
});

test.each([0, -1, 1.5, Number.NaN])('rejects a goal of %p and names it', (goal) => {
  expect(() => createTally(goal)).toThrow(\`not \${goal}\`);
});
`;

const PAGE = (slug) => `import { useState } from 'react';
import { Button, plate } from '@site/ui';
import { createTally, isDone, press } from './${slug}.model.ts';

const GOAL = 10;

export function Component() {
  const [tally, setTally] = useState(() => createTally(GOAL));
  return (
    <div className={plate('solid', 'stack padded')}>
      <p className="strong" role="status">
        {isDone(tally) ? 'That is all of them.' : \`Pressed \${tally.pressed} of \${tally.goal} times\`}
      </p>
      <div className="row">
        <Button aria-disabled={isDone(tally)} onClick={() => setTally(press)}>
          Press
        </Button>
        <Button look="quiet" onClick={() => setTally(createTally(GOAL))}>
          Start again
        </Button>
      </div>
    </div>
  );
}
`;

const PAGE_TEST = (slug, testing) => `import { fireEvent, screen } from '@testing-library/react';
import { renderPage } from '${testing}';
import { Component } from './${slug}.page.tsx';

test('counts presses up to the goal, and can start again', () => {
  renderPage(<Component />);
  const button = screen.getByRole('button', { name: 'Press' });
  fireEvent.click(button);
  expect(screen.getByRole('status').textContent).toBe('Pressed 1 of 10 times');
  for (let n = 0; n < 9; n += 1) fireEvent.click(button);
  expect(screen.getByRole('status').textContent).toBe('That is all of them.');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'Start again' }));
  expect(screen.getByRole('status').textContent).toBe('Pressed 0 of 10 times');
});
`;

const BROWSER_TEST = (slug) => `import { expect, expectFitsPhone, expectNoViolations, test } from '../support/journey.ts';

test('${titleOf(slug)} counts presses, is in the list of projects, is accessible and fits a phone', async ({ page }) => {
  await page.goto('/projects');
  await page.locator('main a[href="${pathOf(slug)}"]').click();
  await expect(page.getByRole('heading', { level: 1, name: '${titleOf(slug)}' })).toBeVisible();
  await page.getByRole('button', { name: 'Press' }).click();
  await expect(page.getByText('Pressed 1 of 10 times')).toBeVisible();
  await expectNoViolations(page);
  await expectFitsPhone(page);
});
`;

/** Contents of a page's sources and their unit tests, by path. @param testing module that renders a page as the shell would */
export function pageSources(folder, slug, testing) {
  return {
    [`${folder}/${slug}.model.ts`]: MODEL,
    [`${folder}/${slug}.model.test.ts`]: MODEL_TEST(slug),
    [`${folder}/${slug}.page.tsx`]: PAGE(slug),
    [`${folder}/${slug}.page.test.tsx`]: PAGE_TEST(slug, testing),
  };
}

/** Contents of all files of a page in this workspace, by path relative to the workspace. */
export function pageFiles(app, slug) {
  return {
    ...pageSources(`apps/${app}/src/${slug}`, slug, '../../../../tools/jest/render-page.tsx'),
    [`tests/journeys/${app}.${slug}.spec.ts`]: BROWSER_TEST(slug),
  };
}

/** The page's route in its remote's contract. */
export const routeText = (slug) => `    {
      path: '${pathOf(slug)}',
      title: '${titleOf(slug)}',
      heading: '${titleOf(slug)}',
      description: 'A small exhibit that counts presses.',
      headerLinks: 'black',
      layout: 'framed',
      indexable: true,
      moves: false,
      page: '${pageFile(slug)}',
    },
`;

/** Its link, after all others in the quieter row of the list of projects. */
export const cardText = (slug, date) => `    {
      list: 'more',
      order: 100,
      title: '${titleOf(slug)}',
      description: 'A small exhibit that counts presses.',
      tags: ['Example'],
      date: '${date}',
      link: '${pathOf(slug)}',
    },
`;

export const lazyText = (slug) => `  { path: '${pathOf(slug)}', lazy: () => import('./${slug}/${slug}.page.tsx') },\n`;
