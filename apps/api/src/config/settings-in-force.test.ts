import { loadConfig } from './config.ts';
import { VARIABLES } from './environment.ts';
import { settingsInForce } from './settings-in-force.ts';

test('each variable that the server reads is listed once', () => {
  const names = settingsInForce(loadConfig({ RELEASE_SIGNING_KEY: 'key' })).flatMap(({ settings }) =>
    settings.map(({ name }) => name),
  );
  expect(names.toSorted()).toEqual([...VARIABLES].toSorted());
});
