import { signLocalOverride } from '@site/releases';
import { loadConfig } from '../config/config.ts';
import { OverrideTokens } from '../site/override-tokens.ts';
import { VerificationBudget } from '../site/verification-budget.ts';
import { TEST_KEYS, TEST_SIGNING_KEY } from './a-config.ts';

export const HOUR_MS = 3_600_000;
const SITE = 'https://site.example';
const config = loadConfig({ RELEASE_SIGNING_KEY: TEST_SIGNING_KEY, PUBLIC_ORIGIN: SITE });

/** A well-formed, unsigned override token. */
export const aForgery = (number: number): string => `${Buffer.from(`forged ${number}`).toString('base64url')}.${'A'.repeat(86)}`;
export const forgeries = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => aForgery(from + index));

/** What a server uses to read override tokens. Its clock stands still until a test advances it. */
export function aTokenReader() {
  let now = Date.parse('2026-11-20T10:00:00Z');
  const clock = { now: () => new Date(now) };
  const tokens = new OverrideTokens(config, clock, new VerificationBudget(clock));
  return {
    tokens,
    advance(ms: number): void {
      now += ms;
    },
    aToken: (port: number, lastsMs = HOUR_MS): string =>
      signLocalOverride(
        { app: 'eggs', origin: `http://localhost:${port}`, expires: now + lastsMs, site: SITE },
        TEST_KEYS.signing,
      ),
    appsOf: (cookie: readonly string[], network = 'a'): string[] =>
      tokens.readAll(cookie, () => network).map(({ override }) => override.app),
  };
}

export type TokenReader = ReturnType<typeof aTokenReader>;
