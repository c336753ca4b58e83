import * as v from 'valibot';
import { AppNameSchema } from './app-name.ts';

const isAppName = (name: string): boolean => v.safeParse(AppNameSchema, name).success;

test.each(['shell', 'market-prices', 'demos-2'])('"%s" is an app name', (name) => {
  expect(isAppName(name)).toBe(true);
});

test.each(['', 'Shell', 'a b', '2-demos', 'market_prices', 'x'.repeat(61)])('"%s" is not an app name', (name) => {
  expect(isAppName(name)).toBe(false);
});

test.each(Object.getOwnPropertyNames(Object.prototype))('"%s", which every object has, is not an app name', (name) => {
  expect(isAppName(name)).toBe(false);
});
