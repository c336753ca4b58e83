import shipped from '../../../content/satire-clock.json';
import contract from '../../../remote.contract.ts';
import { boastAt, hourBoastAt, parseSatireWords, posterTime } from './satire-words.ts';

const FILE = 'content/satire-clock.json';
const words = (change: object = {}) => ({
  slogan: 'TIME FIRST',
  hourBoast: 'The best {hour} o’clock.',
  boasts: ['one', 'two', 'three'],
  smallPrint: 'Satire.',
  ...change,
});
const at = (hours: number, minutes = 0) => ({ hours, minutes, seconds: 0, milliseconds: 0 });

test('the released words are valid, quote nobody and name nobody', () => {
  parseSatireWords(shipped, FILE);
  expect(JSON.stringify(Object.values(shipped))).not.toMatch(/[“”«»]|\bsaid\b|trump/i);
});

test('neither the words nor the page’s description reveals the draft card', () => {
  const draft = contract.cards.find(({ list }) => list === 'drafts');
  const page = contract.routes.find(({ path }) => path === '/projects/trump-clock');
  expect(draft?.description).toBeTruthy();
  expect(page?.description).not.toContain(draft?.description);
  expect(JSON.stringify(shipped)).not.toContain(draft?.description);
});

test.each([
  [[], 'must be an object'],
  [words({ slogan: '' }), 'slogan: must not be empty'],
  [words({ slogan: 7 }), 'slogan: must be a string'],
  [words({ slogan: 'x'.repeat(25) }), 'slogan: must be at most 24 characters'],
  [words({ hourBoast: 'The best hour.' }), 'hourBoast: must contain {hour}'],
  [words({ boasts: 'one' }), 'boasts: must be a list of strings'],
  [words({ boasts: [] }), 'boasts: must contain 1 to 60 strings'],
  [words({ boasts: ['one', ' '] }), 'boasts.1: must not be empty'],
  [words({ motto: 'x' }), 'motto: is not a field of this file'],
  [words({ slogan: '', smallPrint: undefined }), 'slogan: must not be empty; smallPrint: must be a string'],
])('rejects %j: %s', (value, problem) => {
  expect(() => parseSatireWords(value, FILE)).toThrow(new Error(`${FILE}: ${problem}`));
});

test.each([
  [0, 'The best 12 o’clock.'],
  [10, 'The best 10 o’clock.'],
  [12, 'The best 12 o’clock.'],
  [23, 'The best 11 o’clock.'],
])('hour %d reads %s', (hours, boast) => {
  expect(hourBoastAt(words(), at(hours))).toBe(boast);
});

test('each boast is shown for one minute, in turn, across the hour and midnight', () => {
  const texts = [at(0), at(0, 1), at(0, 2), at(0, 3), at(1), at(23, 59)].map((time) => boastAt(words(), time));
  expect(texts).toEqual(['one', 'two', 'three', 'one', 'one', 'three']);
});

test('the poster separates the digits from AM or PM', () => {
  expect(posterTime(at(22, 8))).toEqual(['10:08', 'PM']);
});
