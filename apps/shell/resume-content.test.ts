/**
 * @jest-environment node
 */
import { parseContent } from './content-file.ts';
import { ResumeSchema } from './resume-content.ts';

const job = { name: 'A bakery', startDate: '2020-01', endDate: '2021', summary: 'Bread.' };
const parse = (value: unknown) => parseContent(ResumeSchema, JSON.stringify(value), 'content/resume.json');
const withJob = (more: object) => parse({ basics: {}, work: [job, { ...job, ...more }] });

test('the sections of JSON Resume that the page does not show are allowed', () => {
  expect(parse({ basics: { name: 'Ada', profiles: [] }, work: [job], volunteer: [], skills: [] }).work).toHaveLength(1);
});

test.each([
  [{ name: ' ' }, 'work.1.name: must not be empty'],
  [{ summary: undefined }, 'work.1.summary: is missing'],
  [{ url: 'bakery' }, 'work.1.url: must be a URL such as https://employer.example'],
  [{ startDate: 'May 2020' }, 'work.1.startDate: must be a date such as 2024, 2024-05 or 2024-05-31'],
  [{ startDate: '2020-13' }, 'work.1.startDate: must be a date'],
  [{ endDate: '2019' }, 'work.1.endDate: must not be before startDate'],
  [{ images: ['https://elsewhere.example/logo.png'] }, 'work.1.images.0: must be a path on this site'],
])('%j is rejected, naming the file and the field', (more, message) => {
  expect(() => withJob(more)).toThrow(`content/resume.json: ${message}`);
});

test.each([
  ['2019-05', '2019'],
  ['2019-05-03', '2019-05'],
  ['2019', '2019-05'],
])('a job from %s to %s is accepted', (startDate, endDate) => {
  expect(withJob({ startDate, endDate }).work).toHaveLength(2);
});

test.each([
  ['2019-05', '2018'],
  ['2019-05-03', '2019-04'],
])('a job from %s to %s is rejected', (startDate, endDate) => {
  expect(() => withJob({ startDate, endDate })).toThrow('work.1.endDate: must not be before startDate');
});

test('a résumé without jobs is rejected', () => {
  expect(() => parse({ basics: {}, work: [] })).toThrow('content/resume.json: work: must have at least one job');
});

test.each([
  [{ skills: [{ keywords: [] }] }, 'skills.0.name'],
  [{ projects: [{ name: 'Bread' }] }, 'projects.0.description'],
  [{ languages: [{ language: '' }] }, 'languages.0.language: must not be empty'],
  [
    { education: [{ institution: 'A school', area: 'Bread', startDate: '2010', endDate: '2009' }] },
    'education.0.endDate: must not',
  ],
])('%j is rejected too', (more, message) => {
  expect(() => parse({ basics: {}, work: [job], ...more })).toThrow(`content/resume.json: ${message}`);
});
