import { lazyPart } from '../lazy-part.ts';
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

test('a part that failed to load fails the same way until it is warmed again', async () => {
  let isOnline = false;
  const fetchPart = jest.fn(() => (isOnline ? Promise.resolve('code') : Promise.reject(new Error('offline'))));
  const part = lazyPart(fetchPart);
  await expect(part.load()).rejects.toThrow('offline');
  isOnline = true;
  await expect(part.load()).rejects.toThrow('offline');
  expect(fetchPart).toHaveBeenCalledTimes(1);
  await expect(part.warm()).resolves.toBe('code');
  expect([part.current(), await part.load(), fetchPart.mock.calls.length]).toEqual(['code', 'code', 2]);
});
