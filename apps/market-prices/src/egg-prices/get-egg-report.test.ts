import { RequestError } from '@site/host';
import { describeFailure } from './get-egg-report.ts';

test('a refusal is named by its status alone', () => {
  const error = new RequestError(503, 'Service Unavailable', '{"error":"no key","apiKeyConfigured":false}');
  expect(describeFailure(error).message).toBe('Failed to fetch report: 503');
});

test.each([
  ['a dropped connection', new TypeError('Load failed')],
  ['an answer that is no report', new Error('the answer is not a weekly price report')],
  ['something thrown that is no Error', 'boom'],
])('%s is named in general', (_case, error) => {
  expect(describeFailure(error).message).toBe('Failed to fetch report data');
});

test('a dropped connection points at the connection', () => {
  expect(describeFailure(new TypeError('Failed to fetch')).hint).toContain('connection');
});
