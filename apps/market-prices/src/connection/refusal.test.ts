import { RequestError } from '@site/host';
import { failureWords } from './refusal.ts';

const refused = (body: string) => new RequestError(503, 'Service Unavailable', body);

test.each([
  [refused('{"error":"Not available.","details":"no key","apiKeyConfigured":false}'), '503: Not available. (no key)'],
  [refused('{"error":"Not available."}'), '503: Not available.'],
  [refused('<p>a proxy</p>'), '503: <p>a proxy</p>'],
  [refused(''), '503: Service Unavailable'],
  [new TypeError('Failed to fetch'), 'Failed to fetch'],
  ['gone', 'Unknown error occurred'],
])('%p reads "%s"', (error, words) => expect(failureWords(error)).toBe(words));
