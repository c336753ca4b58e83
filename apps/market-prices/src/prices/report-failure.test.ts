import { RequestError } from '@site/host';
import { beefFailure, eggFailure, failureHint } from './report-failure.ts';

const errorResponse = (status: number, body: unknown) =>
  new RequestError(status, 'Service Unavailable', typeof body === 'string' ? body : JSON.stringify(body));

test('an error response for eggs shows its status alone', () => {
  expect(eggFailure(errorResponse(503, { error: 'no key', details: 'x', apiKeyConfigured: false }))).toBe(
    'Failed to fetch report: 503',
  );
});

test.each([
  ['a lost connection', new TypeError('Load failed')],
  ['an unreadable report', new Error('the response is not a weekly price report')],
  ['something that is no Error', 'boom'],
])('eggs: %s shows the generic message', (_, error) => {
  expect(eggFailure(error)).toBe('Failed to fetch report data');
});

test.each([
  [500, { error: 'broken' }, 'broken'],
  [500, { error: 'broken', details: 'disk full' }, 'broken - disk full'],
  [503, { error: 'no key', apiKeyConfigured: false }, 'no key (API key not configured)'],
  [503, { error: 'no key', details: 'ask', apiKeyConfigured: false }, 'no key - ask (API key not configured)'],
  [503, { error: 'busy', apiKeyConfigured: true }, 'busy'],
  [500, { details: 'disk full' }, 'Failed to fetch report: 500 - disk full'],
  [502, '<html>proxy</html>', 'Failed to fetch report: 502'],
  [502, 'null', 'Failed to fetch report: 502'],
])('beef: %d with %o reads “%s”', (status, body, message) => {
  expect(beefFailure(errorResponse(status, body))).toBe(message);
});

test('beef: an Error shows its message, anything else the generic one', () => {
  expect(beefFailure(new TypeError('Failed to fetch'))).toBe('Failed to fetch');
  expect(beefFailure('boom')).toBe('Failed to fetch report data');
});

test.each([
  [
    'a dropped connection',
    'price report',
    'No response. Check the connection, then try again.',
    new TypeError('Failed to fetch'),
  ],
  ['an HTML page', 'price report', 'The response was not a price report. Trying again later may help.', new SyntaxError('<')],
  [
    'an HTML page',
    'list of reports',
    'The response was not a list of reports. Trying again later may help.',
    new SyntaxError('<'),
  ],
  ['an error', 'report', 'This site’s server could not provide the report. The other pages still work.', errorResponse(502, '')],
  [
    'an error',
    'list of reports',
    'This site’s server could not provide the list. The other pages still work.',
    errorResponse(502, ''),
  ],
] as const)('%s in place of a %s reads “%s”', (_, requested, hint, error) => {
  expect(failureHint(error, requested)).toBe(hint);
});
