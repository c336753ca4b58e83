import { safeStorage } from '@site/host';
import { forgetRecent, readKept, rememberOpened, setFavorite } from './kept-reports.ts';

/** Storage that the browser denies, so that reports are kept in memory. */
const aStorage = () =>
  safeStorage(() => {
    throw new Error('refused');
  });
const report = (slug: number) => ({ slug: String(slug), title: `Report ${slug}` });

test('the most recently opened reports are remembered, each once, newest first', () => {
  const storage = aStorage();
  for (const slug of [1, 2, 3, 4, 5, 6, 7, 3]) rememberOpened(storage, report(slug));
  expect(readKept(storage).recent.map(({ slug }) => slug)).toEqual(['3', '7', '6', '5', '4', '2']);
  forgetRecent(storage);
  expect(readKept(storage).recent).toEqual([]);
});

test('a favorite stays until it is removed, whatever else is opened', () => {
  const storage = aStorage();
  setFavorite(storage, report(1), true);
  setFavorite(storage, report(2), true);
  setFavorite(storage, report(1), true);
  for (let slug = 10; slug < 30; slug += 1) rememberOpened(storage, report(slug));
  expect(readKept(storage).favorites).toEqual([report(1), report(2)]);
  setFavorite(storage, report(1), false);
  expect(readKept(storage).favorites).toEqual([report(2)]);
});

test.each(['', 'null', '[]', '{"recent":7}', '{"recent":[{"slug":"../x","title":"T"},{"slug":"1"}],"favorites":[null]}', '{'])(
  'stored text %j is read as no reports',
  (text) => {
    const storage = aStorage();
    storage.setItem('usda-reports', text);
    expect(readKept(storage)).toEqual({ recent: [], favorites: [] });
  },
);
