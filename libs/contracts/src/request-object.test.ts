import * as v from 'valibot';
import { isCalendarDay, requestObject } from './request-object.ts';

const Query = requestObject({ day: v.optional(v.string()), name: v.string('name must be a string') });

const problemsOf = (value: unknown): string[] => {
  const result = v.safeParse(Query, value);
  return result.success ? [] : result.issues.map(({ message }) => message);
};

test.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__', 'more'])(
  'an object with the field %s is refused',
  (name) => {
    const sent: unknown = JSON.parse(`{"name":"a","${name}":{"x":1}}`);
    expect(problemsOf(sent)).toEqual(['this route has no such parameter']);
  },
);

test('a missing field has the message of an invalid one', () => {
  expect([problemsOf({}), problemsOf({ name: 5 })]).toEqual([['name must be a string'], ['name must be a string']]);
});

test('an object with the fields is accepted', () => {
  expect(problemsOf({ name: 'a', day: 'b' })).toEqual([]);
});

test.each([
  ['2026-02-28', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['0000-00-00', false],
  ['2026-W40-1', false],
  ['2026-257', false],
  ['2026-9-14', false],
  ['+002026-09-14', false],
])('%s is a day: %s', (text, isDay) => {
  expect(isCalendarDay(text)).toBe(isDay);
});
