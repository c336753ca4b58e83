import { parseRegistry, registryEntry, type RegistryApp } from './registry.ts';

const entry: RegistryApp = {
  kind: 'remote',
  stable: { release: '0.1.0-0123456789ab', manifestIntegrity: 'sha384-of-the-manifest' },
  previous: null,
  contract: null,
  killed: [],
  canary: null,
};
const apps = { 'demos-games': entry };

test('the entry of an app is found by its name, and there is none for an app that is not in the registry', () => {
  expect([registryEntry(apps, 'demos-games'), registryEntry(apps, 'demos')]).toEqual([entry, undefined]);
});

test.each(Object.getOwnPropertyNames(Object.prototype))('"%s", which every object inherits, is not an entry', (name) => {
  expect(registryEntry(apps, name)).toBeUndefined();
});

test('fields that a later version has added anywhere are read, and kept', () => {
  const later = { fromALaterVersion: { of: 'a field' } };
  const pointer = { release: '0.2.0-0123456789ab', manifestIntegrity: 'sha384-x', ...later };
  const page = {
    path: '/a',
    title: 'A',
    heading: 'A',
    description: 'A.',
    headerLinks: 'white',
    layout: 'framed',
    indexable: true,
  };
  const card = { list: 'projects', order: 1, title: 'A', description: 'A.', tags: [], date: 'Aug 2026', link: '/a', ...later };
  const contract = {
    name: 'demos-games',
    hostApi: '^1.0.0',
    singletons: {},
    routes: [{ ...page, moves: false, page: 'src/a.page.tsx', ...later }],
    cards: [card],
    endpoints: [],
    sizeBudget: { pageScriptKilobytes: 90, ...later },
    ...later,
  };
  const canary = { ...pointer, since: 1, buckets: [[0, 500]], maxErrorRate: 0.02, contract };
  const games = { kind: 'remote', stable: pointer, previous: pointer, contract, killed: [], canary, ...later };
  const registry = {
    schema: 1,
    serial: 2,
    issuedAt: '2026-11-20T10:00:00.000Z',
    by: { keyid: 'k', name: 'owner', message: null, ...later },
    apps: { 'demos-games': games },
    retired: { eggs: { at: '2026-11-20T10:00:00.000Z', last: games, ...later } },
    ...later,
  };
  expect(parseRegistry(registry, 'x')).toEqual(registry);
});
