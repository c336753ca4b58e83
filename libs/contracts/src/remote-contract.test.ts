import * as v from 'valibot';
import { parseDrafts, parseRemoteContract, StoredContractSchema, type RemoteContract } from './remote-contract.ts';

function aContract(change: Partial<RemoteContract> = {}): RemoteContract {
  return {
    name: 'market-prices',
    hostApi: '^1.0.0',
    singletons: { react: '^19.0.0' },
    routes: [
      {
        path: '/projects/egg-prices',
        title: 'Egg Prices',
        heading: 'EGG PRICES',
        description: 'What eggs cost.',
        headerLinks: 'black',
        layout: 'framed',
        indexable: true,
        moves: false,
        page: 'src/egg-prices/egg-prices.page.tsx',
      },
    ],
    cards: [],
    endpoints: ['/api/weekly-egg-report'],
    sizeBudget: { pageScriptKilobytes: 90 },
    ...change,
  };
}

test('a complete contract is read unchanged', () => {
  expect(parseRemoteContract(aContract(), 'x')).toEqual(aContract());
});

test('an invalid field is named by its path', () => {
  const [route] = aContract().routes;
  const broken = aContract({ routes: [{ ...route!, headerLinks: 'green' as never }] });
  expect(() => parseRemoteContract(broken, 'apps/market-prices/remote.contract.ts')).toThrow(
    /^apps\/market-prices\/remote\.contract\.ts: routes\.0\.headerLinks: /,
  );
});

test('a page without a module is refused; a stored contract that has one is read without it and its card', () => {
  const [route] = aContract().routes;
  const card = { order: 1, title: 'T', description: 'D', tags: [], date: 'Aug 2026', list: 'projects' as const };
  const own = aContract({ cards: [{ ...card, link: '/projects/egg-prices' }] });
  const withAnnounced = {
    ...own,
    routes: [...own.routes, { ...route, path: '/projects/milk-prices', page: null }],
    cards: [{ ...card, link: '/projects/milk-prices' }, ...own.cards],
  };
  expect(() => parseRemoteContract(withAnnounced, 'x')).toThrow(/^x: routes\.1\.page: /);
  expect(v.parse(StoredContractSchema, withAnnounced)).toEqual(own);
  expect(v.parse(StoredContractSchema, own)).toEqual(own);
});

test('an unknown field is refused, so that misspellings are found', () => {
  const [route] = aContract().routes;
  const card = { list: 'more', order: 1, title: 'T', description: 'D', tags: [], date: '2025', link: '/projects/egg-prices' };
  const mistakes: object[] = [
    { endpoint: [] },
    { routes: [{ ...route, mooves: true }] },
    { cards: [{ ...card, tag: 'T' }] },
    { sizeBudget: { pageScriptKilobytes: 90, kilobytes: 90 } },
  ];
  const unknown = ['endpoint', 'routes.0.mooves', 'cards.0.tag', 'sizeBudget.kilobytes'];
  for (const [index, mistake] of mistakes.entries())
    expect(() => parseRemoteContract({ ...aContract(), ...mistake }, 'x')).toThrow(`x: ${unknown[index]}: Invalid key`);
});

test('a draft keeps the fields that a later version has added', () => {
  const card = {
    list: 'drafts',
    order: 1,
    title: 'T',
    description: 'D',
    tags: [],
    date: '2025',
    link: '/a',
    fromALaterVersion: 1,
  };
  expect(parseDrafts([card])).toEqual([card]);
});

test('the drawing in a card is a separate module, for a page with a still', () => {
  const [route] = aContract().routes;
  const withAlive = (alive: string, still?: string) => aContract({ routes: [{ ...route!, alive, ...(still && { still }) }] });
  const good = withAlive('src/egg-prices/egg-prices.alive.ts', 'eggs');
  expect(parseRemoteContract(good, 'x')).toEqual(good);
  expect(() => parseRemoteContract(withAlive('src/egg-prices/egg-prices.alive.ts'), 'x')).toThrow(
    '/projects/egg-prices: only a page with a still can come alive in its card',
  );
  expect(() => parseRemoteContract(withAlive('src/egg-prices/egg-prices.page.tsx', 'eggs'), 'x')).toThrow(
    'alive: must name a src/….alive.ts module',
  );
});

test('a contract with too many pages or cards is refused before they are compared', () => {
  const [route] = aContract().routes;
  // Comparing them would find other mistakes too: the same path, and cards that lead nowhere.
  const routes = Array.from({ length: 101 }, () => route!);
  const card = { order: 1, title: 'T', description: 'D', tags: [], date: 'Aug 2026', link: '/nowhere' };
  const cards = Array.from({ length: 101 }, () => ({ ...card, list: 'projects' as const }));
  expect(() => parseRemoteContract(aContract({ routes }), 'x')).toThrow(new Error('x: routes: 101 pages; at most 100'));
  expect(() => parseRemoteContract(aContract({ cards }), 'x')).toThrow(new Error('x: cards: 101 cards; at most 100'));
});

test('a path that is claimed twice is refused', () => {
  const [route] = aContract().routes;
  expect(() => parseRemoteContract(aContract({ routes: [route!, route!] }), 'x')).toThrow('/projects/egg-prices is listed twice');
});

test('a card may only link to a page of the same remote', () => {
  const card = {
    list: 'more',
    order: 1,
    title: 'Clocks',
    description: 'Six clocks.',
    tags: ['time'],
    date: '2025',
    link: '/projects/clocks',
  } as const;
  expect(() => parseRemoteContract(aContract({ cards: [{ ...card, tags: ['time'] }] }), 'x')).toThrow(
    '/projects/clocks, which is not a route of this remote',
  );
});

test.each([
  { path: '/embed/egg-prices', layout: 'framed' },
  { path: '/projects/egg-prices', layout: 'bare' },
] as const)('$path with the layout $layout is refused: bare pages, and no others, are under /embed/', ({ path, layout }) => {
  const [route] = aContract().routes;
  expect(() => parseRemoteContract(aContract({ routes: [{ ...route!, path, layout }] }), 'x')).toThrow(
    `routes: ${path}: pages under /embed/`,
  );
});

describe('a path with parameters', () => {
  const [route] = aContract().routes;
  const routesOf = (...routes: { path: string; example?: string; shownBy?: string; page?: string }[]) =>
    aContract({ routes: routes.map((more) => ({ ...route!, ...more })) });

  test('is a separate page beside an exact path', () => {
    const contract = routesOf({ path: '/a' }, { path: '/a/:slug', example: '/a/3228' }, { path: '/a/new' });
    expect(parseRemoteContract(contract, 'x')).toEqual(contract);
  });

  test('may be a state of another page', () => {
    const contract = routesOf({ path: '/a' }, { path: '/b/:id', shownBy: '/a' });
    expect(parseRemoteContract(contract, 'x')).toEqual(contract);
  });

  test.each([
    [
      'a state of a page that does not exist',
      routesOf({ path: '/b/:id', shownBy: '/a' }),
      /is not another route with the same page/,
    ],
    ['a state of itself', routesOf({ path: '/a', shownBy: '/a' }), /is not another route with the same page/],
    [
      'a state of a page of another module',
      routesOf({ path: '/a' }, { path: '/b/:id', shownBy: '/a', page: 'src/b/b.page.tsx' }),
      /is not another route with the same page/,
    ],
    ['two that match the same addresses', routesOf({ path: '/a/:slug' }, { path: '/a/:id' }), /match the same addresses/],
    ['an example that does not match', routesOf({ path: '/a/:slug', example: '/b/1' }), /not an example of it/],
    ['a parameter within a word', routesOf({ path: '/a/b:slug' }), /lowercase words and :parameters/],
  ])('is refused: %s', (_what, contract, words) => {
    expect(() => parseRemoteContract(contract, 'x')).toThrow(words);
  });
});

test('a redirect leads from a page of this remote to a page that remains when the remote is retired', () => {
  const redirects = { '/projects/hens': '/projects/egg-prices' };
  expect(() => parseRemoteContract(aContract({ redirects }), 'x')).toThrow(
    'x: redirects: /projects/hens is not a route of this remote; ' +
      'redirects: /projects/hens leads to /projects/egg-prices, which is retired with the same remote',
  );
});
