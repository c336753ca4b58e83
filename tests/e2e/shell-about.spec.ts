import { readFile } from 'node:fs/promises';
import { periodOf } from '../../apps/shell/src/resume/period.ts';
import { isSample } from '../../apps/shell/sample-content.ts';
import { resume, site, skipUnlessSample } from '../support/content.ts';
import { textOfPages } from '../support/pdf-text.ts';
import { expect, test } from '../support/test.ts';

const { work, projects = [], skills = [], education = [], languages = [] } = resume;
const SECTIONS = Object.entries({ Work: work, Projects: projects, Skills: skills, Education: education, Languages: languages })
  .filter(([, entries]) => entries.length > 0)
  .map(([title]) => title);

test('the printed résumé is complete, black on white, and readable by programs in order; the files to download say the same', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce', media: 'print', colorScheme: 'dark' });
  await page.goto('/about');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.locator('#main [aria-hidden=true] > span')).toBeHidden();
  await expect(page.locator('html')).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  // A page break never splits an entry.
  for (const job of await page.getByRole('article').all()) await expect(job).toHaveCSS('break-inside', 'avoid');
  for (const heading of await page.getByRole('main').getByRole('heading', { level: 2 }).all()) {
    await expect(heading).toHaveCSS('break-after', 'avoid');
  }
  await page.emulateMedia({ media: null, colorScheme: null });

  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true, tagged: true, outline: true });
  const pages = textOfPages(pdf).map((text) => text.split('\n'));
  const text = pages.flat().join(' ');
  const order = [
    ...[site.ownerName, 'Résumé', 'Work'],
    ...work.flatMap(({ name, startDate, endDate, summary }) => [periodOf(startDate, endDate), name, summary]),
    ...SECTIONS.slice(1),
  ];
  // Lines of an owner's own text may end anywhere, and a character that the typeface lacks is on a separate line.
  const isSampleText = isSample('site.json') && isSample('resume.json');
  const asFound = (words: string) => (isSampleText ? words : words.replaceAll(/\s/g, ''));
  let read = 0;
  for (const words of order) {
    const found = asFound(text).indexOf(asFound(words), read);
    expect(found, `“${words}” after what precedes it`).toBeGreaterThanOrEqual(read);
    read = found + asFound(words).length;
  }
  expect(text).not.toContain('\ufffd');
  expect(text).not.toMatch(/Skip to content|Open menu|Privacy|Markdown/);
  expect(pdf.toString('latin1')).toContain('/StructTreeRoot');

  const saved = async (name: string, file: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: `Download the résumé as ${name}` }).click();
    expect((await download).suggestedFilename()).toBe(file);
    return readFile(await (await download).path());
  };
  for (const [name, file] of [
    ['Markdown', 'resume.md'],
    ['JSON', 'resume.json'],
  ] as const) {
    const words = (await saved(name, file)).toString();
    for (const { summary } of work) expect(words, file).toContain(summary.slice(0, 20));
  }

  skipUnlessSample('site.json', 'resume.json');
  // The sample fills more than half of each of two pages, and no heading is left at the bottom of either.
  expect(pages).toHaveLength(2);
  const headings = [...SECTIONS, ...work.flatMap(({ name, startDate, endDate }) => [name, periodOf(startDate, endDate)])];
  for (const lines of pages) {
    expect(headings).not.toContain(lines.at(-1));
    expect(lines.length).toBeGreaterThan(25);
  }
  const printed = await saved('PDF', 'resume.pdf');
  // Another build of the same browser may break a line elsewhere.
  expect(textOfPages(printed).join(' ').replaceAll('\n', ' ')).toBe(text);
  expect(textOfPages(printed)).toHaveLength(2);
  expect(printed.toString('latin1')).toContain('/StructTreeRoot');
  // The file must not name the machine on which it was made.
  expect(printed.toString('latin1')).not.toMatch(/127\.0\.0\.1|localhost/);
});
