import { parseSigningKey, signLocalOverride } from '@site/releases';
import { loadConfig } from '../config/config.ts';
import { TEST_SIGNING_KEY } from '../test-support/a-config.ts';
import { OverrideTokens } from './override-tokens.ts';
import { VerificationBudget } from './verification-budget.ts';

const SITE = 'https://site.example';
const SIGNING = parseSigningKey(TEST_SIGNING_KEY);
const HOUR_MS = 3_600_000;
const config = loadConfig({ RELEASE_SIGNING_KEY: TEST_SIGNING_KEY, PUBLIC_ORIGIN: SITE });

let now: number;
let tokens: OverrideTokens;
beforeEach(() => {
  now = Date.parse('2026-11-20T10:00:00Z');
  const clock = { now: () => new Date(now) };
  tokens = new OverrideTokens(config, clock, new VerificationBudget(clock));
});

const aToken = (port: number, lastsMs = HOUR_MS): string =>
  signLocalOverride({ app: 'eggs', origin: `http://localhost:${port}`, expires: now + lastsMs, site: SITE }, SIGNING);
/** A well-formed, unsigned token. */
const aForgery = (number: number): string => `${Buffer.from(`forged ${number}`).toString('base64url')}.${'A'.repeat(86)}`;
const forgeries = (from: number, count: number): string[] => Array.from({ length: count }, (_, index) => aForgery(from + index));
const appsOf = (cookie: readonly string[], network = 'a'): string[] =>
  tokens.readAll(cookie, () => network).map(({ override }) => override.app);

test('a network over its budget of unknown tokens sees the stable releases; other networks and known tokens are not affected', () => {
  const known = aToken(1);
  expect(appsOf([known])).toEqual(['eggs']);
  appsOf(forgeries(0, 60));
  expect(appsOf([aToken(2)])).toEqual([]);
  expect(appsOf([known])).toEqual(['eggs']);
  expect(appsOf([aToken(2)], 'b')).toEqual(['eggs']);
  now += 10_000;
  expect(appsOf([aToken(3)])).toEqual(['eggs']);
});

test('all networks together have a budget too', () => {
  for (let network = 0; network < 30; network += 1) appsOf(forgeries(100 * network, 50), `network ${network}`);
  expect(appsOf([aToken(1)], 'another')).toEqual([]);
  now += 10_000;
  expect(appsOf([aToken(1)], 'another')).toEqual(['eggs']);
});

test('a rejected token is remembered: repeating it does not use the budget', () => {
  for (let times = 0; times < 100; times += 1) appsOf(forgeries(0, 5));
  expect(appsOf([aToken(1)])).toEqual(['eggs']);
});

test('a malformed token does not use the budget', () => {
  for (let number = 0; number < 100; number += 1)
    appsOf(['', `none${number}`, `${'A'.repeat(901)}.${'A'.repeat(86)}`, `A${number}.${'A'.repeat(85)}`, `%${number}.AAAA`]);
  expect(appsOf([aToken(1)])).toEqual(['eggs']);
});

test('a verified token is remembered, and still expires', () => {
  const token = aToken(1, HOUR_MS);
  for (let times = 0; times < 100; times += 1) expect(appsOf([token])).toEqual(['eggs']);
  appsOf(forgeries(0, 60));
  now += HOUR_MS - 1;
  expect(appsOf([token])).toEqual(['eggs']);
  now += 1;
  expect(appsOf([token])).toEqual([]);
  expect(() => tokens.read(token)).toThrow('the link expired at 2026-11-20T11:00:00.000Z; create a new one');
});

test('the least recently used token is evicted and verified again', () => {
  const [used, unused] = [aToken(1), aToken(2)];
  appsOf([used, unused]);
  for (let port = 100; port < 598; port += 1) tokens.read(aToken(port));
  tokens.read(used);
  tokens.read(aToken(598));
  appsOf(forgeries(0, 60));
  expect([appsOf([used]), appsOf([unused])]).toEqual([['eggs'], []]);
});
