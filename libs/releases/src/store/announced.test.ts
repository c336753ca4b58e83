import { readAnnounced } from './announced.ts';

const route = {
  path: '/projects/eggs',
  title: 'Eggs',
  heading: 'EGGS',
  description: 'What eggs cost.',
  headerLinks: 'black',
  layout: 'framed',
  indexable: true,
  moves: false,
};
const manifestOf = (page: string | null): string =>
  JSON.stringify({
    schema: 1,
    kind: 'remote',
    app: 'eggs',
    release: '0.1.0-0123456789ab',
    files: {},
    entry: 'remoteEntry.js',
    container: 'eggs',
    shared: { scripts: [], styles: [] },
    pages: {},
    contract: {
      name: 'eggs',
      hostApi: '^1.0.0',
      singletons: {},
      routes: [{ ...route, page }],
      cards: [],
      endpoints: [],
      sizeBudget: { pageScriptKilobytes: 40 },
    },
  });

test('a new release must have every page that it lists, though stored ones may lack some', () => {
  expect(() => readAnnounced('eggs', manifestOf(null), '{}')).toThrow(/^the contract: routes\.0\.page: /);
  // The next thing that is missing.
  expect(() => readAnnounced('eggs', manifestOf('src/eggs.page.tsx'), '{}')).toThrow(/statement/);
});
