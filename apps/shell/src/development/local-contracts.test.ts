import { aRemote, aRoute } from '../testing/boot.ts';
import { isLocal, withLocalContracts } from './local-contracts.ts';

const old = aRoute({ path: '/projects/clocks' });
const local = aRemote({ name: 'demos-games', base: 'http://localhost:5173/@site/', routes: [old] });
const released = aRemote({
  name: 'market-prices',
  base: '/r/market-prices/1.0.0-0/',
  routes: [aRoute({ path: '/projects/egg-prices' })],
});
const card = (link: string, order: number, list: 'projects' | 'drafts' = 'projects') => ({
  list,
  order,
  title: link,
  description: 'A page.',
  tags: [],
  date: '2026',
  link,
});
const boot = {
  serial: 1,
  shell: '0.1.0-000000000000',
  overrides: [{ app: 'demos-games', release: 'localhost:5173' }],
  remotes: [local, released],
  cards: [card('/projects/clocks', 1), card('/projects/egg-prices', 2)],
};
const { preload: _preload, alive: _alive, ...route } = aRoute({ path: '/projects/milk-prices' });
const contract = {
  name: 'demos-games',
  hostApi: '^1.0.0',
  singletons: {},
  routes: [
    { ...route, still: 'milk', page: 'src/milk-prices/milk-prices.page.tsx', alive: 'src/milk-prices/milk-prices.alive.ts' },
  ],
  cards: [card('/projects/milk-prices', 3), card('/projects/milk-prices', 0, 'drafts')],
  endpoints: [],
  sizeBudget: { pageScriptKilobytes: 40 },
};

const fetched = jest.fn();
beforeEach(() => {
  globalThis.fetch = fetched;
});
afterEach(() => fetched.mockReset());

test('pages and cards of a local remote come from its current contract, without drafts', async () => {
  fetched.mockResolvedValue({ ok: true, json: () => Promise.resolve(contract) });
  const found = await withLocalContracts(boot);
  expect(fetched.mock.calls).toEqual([['http://localhost:5173/@site/remote.json', { signal: expect.any(AbortSignal) }]]);
  expect(found.remotes.map(({ routes }) => routes.map(({ path }) => path))).toEqual([
    ['/projects/milk-prices'],
    ['/projects/egg-prices'],
  ]);
  expect(found.remotes[0]?.routes[0]?.alive).toBe(true);
  expect(found.cards.map(({ link }) => link)).toEqual(['/projects/egg-prices', '/projects/milk-prices']);
});

test.each([
  ['a server that is not running', () => Promise.reject(new TypeError('Failed to fetch')), 'Failed to fetch'],
  [
    'a contract with a mistake in it',
    () => Promise.resolve({ ok: true, json: () => Promise.resolve({ ...contract, routes: [] }) }),
    'routes',
  ],
  [
    'a server that has moved on to another remote',
    () => Promise.resolve({ ok: true, json: () => Promise.resolve({ ...contract, name: 'demos-cameras' }) }),
    'demos-cameras is being served there',
  ],
  ['a server that has no contract', () => Promise.resolve({ ok: false, status: 404 }), 'it returned 404'],
])('%s leaves the released pages in place and logs an error', async (_what, respond, logged) => {
  fetched.mockImplementation(respond);
  const error = jest.spyOn(console, 'error').mockImplementation(() => {});
  expect(await withLocalContracts(boot)).toEqual(boot);
  expect(error.mock.calls.join()).toContain(logged);
  error.mockRestore();
});

test('only URLs of this machine are local', () => {
  expect(['http://localhost:5173/@site/', '/r/demos-games/1.0.0-0/', 'http://localhost.example:1/'].map(isLocal)).toEqual([
    true,
    false,
    false,
  ]);
});
