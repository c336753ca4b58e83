/**
 * @jest-environment node
 */
/* oxlint-disable jest/no-standalone-expect -- the tests are declared by sampleTest, which is test or test.skip */
import { resolve } from 'node:path';
import { printedResume } from './resume-pdf.ts';
import { content, isSample, ownContentMessage, type ContentFile } from './sample-content.ts';
import { periodOf } from './src/resume/period.ts';

/** For what the specification says about the sample; it does not apply to an owner's own content. */
function sampleTest(file: ContentFile) {
  if (isSample(file)) return test;
  // The count of skipped tests does not say why.
  process.stderr.write(`skipped: ${ownContentMessage(file)}\n`);
  return test.skip;
}

sampleTest('site.json')("the owner's name is Your Name, with neutral profiles and no analytics", () => {
  expect(content['site.json']).toEqual({
    ownerName: 'Your Name',
    subtitle: 'Interactive experiments, public prices and a résumé',
    profiles: { linkedin: 'https://www.linkedin.com/', instagram: 'https://www.instagram.com/', x: 'https://x.com/' },
    analytics: null,
  });
});

sampleTest('resume.json')('the six employers are in order, with their years', () => {
  const { work } = content['resume.json'];
  expect(work.map(({ name, startDate, endDate }) => [name, periodOf(startDate, endDate)])).toEqual([
    ['An electric-vehicle maker', 'May 2024 to present'],
    ['An EV repair marketplace', 'Jan 2023 to Mar 2024'],
    ['An EV maker', 'Oct 2020 to Jan 2023'],
    ['An aircraft company', 'Nov 2019 to Aug 2020'],
    ['An EV maker', 'May 2013 to Nov 2019'],
    ['A policy institute', 'Jul 2008 to Aug 2010'],
  ]);
  for (const { highlights = [] } of work) expect(highlights.length).toBeGreaterThan(1);
});

// The PDF shows the owner's name too.
sampleTest(isSample('site.json') ? 'resume.json' : 'site.json')(
  'the PDF was printed from this content, so the page offers it',
  () => {
    // Otherwise: `npm run resume:pdf`.
    expect(printedResume(resolve(import.meta.dirname, 'content'))).toBeDefined();
  },
);

sampleTest('shop.json')('the shop is empty', () => {
  expect(content['shop.json']).toEqual({ items: [] });
});
