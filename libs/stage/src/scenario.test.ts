import { readScenario } from './scenario.ts';

const scenarios = { burst: {}, rain: {} };
const read = (search: string) => readScenario(search, scenarios, 30);

test.each([
  ['?scenario=burst', { name: 'burst', ticks: 0, continues: false }],
  ['?scenario=burst&at=4', { name: 'burst', ticks: 240, continues: false }],
  ['?scenario=rain&at=0.51&go', { name: 'rain', ticks: 31, continues: true }],
  ['?scenario=rain&at=1e9', { name: 'rain', ticks: 1_800, continues: false }],
  ['?scenario=rain&at=-3', { name: 'rain', ticks: 0, continues: false }],
  ['?scenario=rain&at=soon', { name: 'rain', ticks: 0, continues: false }],
])('%s names a run and a moment in it', (search, expected) => {
  expect(read(search)).toEqual(expected);
});

test.each(['', '?at=4', '?scenario=snow', '?scenario=toString'])('"%s" names no run', (search) => {
  expect(read(search)).toBeUndefined();
});
