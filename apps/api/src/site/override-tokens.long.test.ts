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

test('no number of forged tokens evicts a verified one', () => {
  const token = aToken(1);
  expect(appsOf([token])).toEqual(['eggs']);
  for (const forged of forgeries(0, 3_000)) expect(() => tokens.read(forged)).toThrow('was not signed by the key of this site');
  appsOf(forgeries(5_000, 60));
  expect(appsOf([token])).toEqual(['eggs']);
});
