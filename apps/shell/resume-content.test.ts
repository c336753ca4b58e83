/**
 * @jest-environment node
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseContent } from './content-file.ts';
import { ResumeSchema } from './resume-content.ts';

const job = { name: 'A bakery', startDate: '2020-01', endDate: '2021', summary: 'Bread.' };
const parse = (value: unknown) => parseContent(ResumeSchema, JSON.stringify(value), 'content/resume.json');
const withJob = (more: object) => parse({ basics: {}, work: [job, { ...job, ...more }] });

test("the site's own résumé is valid and has the six employers in their order", () => {
  const { work } = parseContent(ResumeSchema, readFileSync(join(__dirname, 'content/resume.json'), 'utf8'), 'resume.json');
  expect(work.map(({ name, startDate, endDate }) => [name, startDate, endDate])).toEqual([
    ['An electric-vehicle maker', '2024-05', undefined],
    ['An EV repair marketplace', '2023-01', '2024-03'],
    ['An EV maker', '2020-10', '2023-01'],
    ['An aircraft company', '2019-11', '2020-08'],
    ['An EV maker', '2013-05', '2019-11'],
    ['A policy institute', '2008-07', '2010-08'],
  ]);
});

test('the sections of JSON Resume that the page does not show are allowed', () => {
  expect(parse({ basics: { name: 'Ada', profiles: [] }, work: [job], volunteer: [], skills: [] }).work).toHaveLength(1);
});

test.each([
  [{ name: ' ' }, 'work.1.name: must not be empty'],
  [{ summary: undefined }, 'work.1.summary'],
  [{ startDate: 'May 2020' }, 'work.1.startDate: must be a date such as 2024, 2024-05 or 2024-05-31'],
  [{ startDate: '2020-13' }, 'work.1.startDate: must be a date'],
  [{ endDate: '2019' }, 'work.1.endDate: must not be before startDate'],
  [{ images: ['https://elsewhere.example/logo.png'] }, 'work.1.images.0: must be a path on this site'],
])('%j is refused with the name of file and field', (more, message) => {
  expect(() => withJob(more)).toThrow(`content/resume.json: ${message}`);
});

test('a résumé without jobs is refused', () => {
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
])('%j is refused too', (more, message) => {
  expect(() => parse({ basics: {}, work: [job], ...more })).toThrow(`content/resume.json: ${message}`);
});
