import { aTokenReader, forgeries, HOUR_MS, type TokenReader } from '../test-support/a-token-reader.ts';

let reader: TokenReader;
beforeEach(() => {
  reader = aTokenReader();
});

test('a network over its budget of unknown tokens sees the stable releases; other networks and known tokens are not affected', () => {
  const known = reader.aToken(1);
  expect(reader.appsOf([known])).toEqual(['eggs']);
  reader.appsOf(forgeries(0, 60));
  expect(reader.appsOf([reader.aToken(2)])).toEqual([]);
  expect(reader.appsOf([known])).toEqual(['eggs']);
  expect(reader.appsOf([reader.aToken(2)], 'b')).toEqual(['eggs']);
  reader.advance(10_000);
  expect(reader.appsOf([reader.aToken(3)])).toEqual(['eggs']);
});

test('all networks together have a budget too', () => {
  for (let network = 0; network < 30; network += 1) reader.appsOf(forgeries(100 * network, 50), `network ${network}`);
  expect(reader.appsOf([reader.aToken(1)], 'another')).toEqual([]);
  reader.advance(10_000);
  expect(reader.appsOf([reader.aToken(1)], 'another')).toEqual(['eggs']);
});

test('a rejected token is remembered: repeating it does not use the budget', () => {
  for (let times = 0; times < 100; times += 1) reader.appsOf(forgeries(0, 5));
  expect(reader.appsOf([reader.aToken(1)])).toEqual(['eggs']);
});

test('a malformed token does not use the budget', () => {
  for (let number = 0; number < 100; number += 1)
    reader.appsOf([
      '',
      `none${number}`,
      `${'A'.repeat(901)}.${'A'.repeat(86)}`,
      `A${number}.${'A'.repeat(85)}`,
      `%${number}.AAAA`,
    ]);
  expect(reader.appsOf([reader.aToken(1)])).toEqual(['eggs']);
});

test('a verified token is remembered, and still expires', () => {
  const token = reader.aToken(1, HOUR_MS);
  for (let times = 0; times < 100; times += 1) expect(reader.appsOf([token])).toEqual(['eggs']);
  reader.appsOf(forgeries(0, 60));
  reader.advance(HOUR_MS - 1);
  expect(reader.appsOf([token])).toEqual(['eggs']);
  reader.advance(1);
  expect(reader.appsOf([token])).toEqual([]);
  expect(() => reader.tokens.read(token)).toThrow('the link expired at 2026-11-20T11:00:00.000Z; create a new one');
});

test('the least recently used token is evicted and verified again', () => {
  const [used, unused] = [reader.aToken(1), reader.aToken(2)];
  reader.appsOf([used, unused]);
  for (let port = 100; port < 598; port += 1) reader.tokens.read(reader.aToken(port));
  reader.tokens.read(used);
  reader.tokens.read(reader.aToken(598));
  reader.appsOf(forgeries(0, 60));
  expect([reader.appsOf([used]), reader.appsOf([unused])]).toEqual([['eggs'], []]);
});
