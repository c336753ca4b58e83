import { loadConfig } from './config.ts';
import { SECRET_VARIABLES, VARIABLES } from './environment.ts';
import { effectiveSettings } from './effective-settings.ts';

test('each variable that the server reads is listed once', () => {
  const names = effectiveSettings(loadConfig({ RELEASE_SIGNING_KEY: 'key' })).flatMap(({ settings }) =>
    settings.map(({ name }) => name),
  );
  expect(names.toSorted()).toEqual([...VARIABLES].toSorted());
});

test('a secret has no value, set or not', () => {
  const groups = effectiveSettings(loadConfig({ RELEASE_SIGNING_KEY: 'canary', OWNER_TOKEN: 'canary'.repeat(6), PORT: '80' }));
  const settings = groups.flatMap((group) => group.settings);
  expect(settings.filter(({ isSecret }) => isSecret).map(({ value }) => value)).toEqual(SECRET_VARIABLES.map(() => null));
  expect(settings.find(({ name }) => name === 'PORT')).toEqual({ name: 'PORT', value: '80', isSecret: false, isSet: true });
  expect(JSON.stringify(groups)).not.toContain('canary');
});
