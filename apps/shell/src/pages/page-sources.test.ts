import { shellPages } from '../page-info.ts';
import { createOwnPages } from './own-pages.ts';
import { pageSources } from './page-sources.ts';

test('every page but the home page names the module that its address loads', async () => {
  const ownPages = createOwnPages();
  const others = shellPages.map(({ path }) => path).filter((path) => path !== '/');
  expect(Object.keys(pageSources).toSorted()).toEqual(others.toSorted());
  for (const [path, source] of Object.entries(pageSources)) {
    const module = (await import(`../../${source}`)) as Record<string, unknown>;
    expect(Object.values(module)).toContain((await ownPages.get(path)?.load())?.Page);
  }
});
