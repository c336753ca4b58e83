import { Clock } from '../clock.ts';
import { SiteService } from '../site/site.service.ts';
import { TEST_PASSWORD_HASH } from './a-password.ts';
import { anApi, type TestApi } from './an-api.ts';

export const CARD = {
  list: 'drafts',
  order: 1,
  title: 'Beef Cut Prices',
  description: 'A draft that nobody else sees',
  tags: ['Draft'],
  date: 'Aug 12 2025',
  link: '/projects/beef-cut-prices',
} as const;

/** What the clocks of these servers say; it changes only when a test changes it. */
export const time = { ms: Date.parse('2026-09-18T15:00:00.000Z') };
const clock = { provide: Clock, value: { now: () => new Date(time.ms) } };
export const drafts = { provide: SiteService, value: { drafts: () => Promise.resolve([CARD]) } };

/** A site whose drafts need `TEST_PASSWORD`. */
export const aDraftGate = (variables: Record<string, string> = {}): Promise<TestApi> =>
  anApi({ DRAFT_PASSWORD_HASH: TEST_PASSWORD_HASH, TRUST_PROXY: '127.0.0.1', ...variables }, [clock, drafts]);

let nextAddress = 0;
/** A client in a network that the server has not seen before. */
export const aStranger = (): string => `10.${(nextAddress >> 8) & 255}.${nextAddress++ & 255}.1`;

export async function post(api: TestApi, body: unknown, from = aStranger(), cookie = ''): Promise<Response> {
  return fetch(`${api.url}/api/verify-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from, ...(cookie && { Cookie: cookie }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
