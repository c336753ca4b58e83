import { RequestError } from '@site/host';
import { failureWords } from './error-body.ts';

const errorResponse = (body: string) => new RequestError(503, 'Service Unavailable', body);

test.each([
  [errorResponse('{"error":"Not available.","details":"no key","apiKeyConfigured":false}'), '503: Not available. (no key)'],
  [errorResponse('{"error":"Not available."}'), '503: Not available.'],
  [errorResponse('<p>a proxy</p>'), '503: <p>a proxy</p>'],
  [errorResponse(''), '503: Service Unavailable'],
  [new TypeError('Failed to fetch'), 'Failed to fetch'],
  ['gone', 'Unknown error occurred'],
])('%p reads "%s"', (error, words) => expect(failureWords(error)).toBe(words));
