import { registryEntry, type RegistryApp } from './registry.ts';

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
