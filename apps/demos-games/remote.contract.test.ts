import contract from './remote.contract.ts';

test('every card has the title of the page that it opens', () => {
  const titles = new Map<string, string>(contract.routes.map(({ path, title }) => [path, title]));
  for (const { title, link } of contract.cards) expect([link, titles.get(link)]).toEqual([link, title]);
});
