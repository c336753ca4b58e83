/**
 * @jest-environment node
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { checkContent } from './content-check.ts';

const job = { name: 'A bakery', startDate: '2020-01', summary: 'Bread.' };
const item = { title: 'A print', price: '$12.00', link: 'https://shop.example/print', image: '/images/here.png' };
const site = {
  ownerName: 'Ada',
  subtitle: '',
  profiles: { linkedin: 'https://linkedin.com/in/ada', instagram: 'https://instagram.com/ada', x: 'https://x.com/ada' },
  analytics: null,
};
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'content-'));
  mkdirSync(join(folder, 'public/images'), { recursive: true });
  writeFileSync(join(folder, 'public/images/here.png'), '');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** All that the build prints about this content; empty if it finds nothing wrong. */
function outputOf({ resume = {}, items = [] as object[], ...own }: { resume?: object; items?: object[]; site?: object }): string {
  writeFileSync(join(folder, 'site.json'), JSON.stringify({ ...site, ...own.site }));
  writeFileSync(join(folder, 'resume.json'), JSON.stringify({ basics: {}, work: [job], ...resume }));
  writeFileSync(join(folder, 'shop.json'), JSON.stringify({ items }));
  try {
    checkContent(folder);
    return '';
  } catch (error) {
    return inspect(error);
  }
}

test('the content of this site is valid', () => {
  expect(() => checkContent(join(__dirname, 'content'))).not.toThrow();
});

test('existing pictures, empty fields and pictures from elsewhere are accepted', () => {
  expect(outputOf({ items: [item], resume: { work: [{ ...job, images: ['/images/here.png'] }] } })).toBe('');
  for (const image of ['/images/here.png', '', 'https://ada.example/me.png'])
    expect(outputOf({ resume: { basics: { image } } })).toBe('');
});

test.each([
  [{ items: [item, { ...item, image: '/images/gone.png' }] }, 'shop.json: items.1.image', '/images/gone.png'],
  [{ resume: { basics: { image: '/images/me.png' } } }, 'resume.json: basics.image', '/images/me.png'],
  [{ resume: { work: [{ ...job, images: ['/images/here.png', '/logo.png'] }] } }, 'resume.json: work.0.images.1', '/logo.png'],
  [{ items: [{ ...item, image: '/images' }] }, 'shop.json: items.0.image', '/images'],
])('a picture that does not exist is reported with file and field: %j', (change, field, picture) => {
  expect(outputOf(change)).toBe(`apps/shell/content/${field}: picture not found: apps/shell/content/public${picture}`);
});

test('the name is the same in both files, or only in site.json', () => {
  expect(outputOf({ resume: { basics: { name: 'Ada' } } })).toBe('');
  expect(outputOf({ resume: { basics: { name: 'Your Name' } } })).toBe(
    'apps/shell/content/resume.json: basics.name: is "Your Name", but site.json says ownerName "Ada", which the pages show',
  );
});

test.each([
  [
    { resume: { work: [{ name: 'A bakery', startdate: '2020', summary: 'Bread.' }] } },
    'resume.json: work.0.startdate',
    'startDate',
  ],
  [
    { resume: { work: [{ name: 'A bakery', start_date: '2020', summary: 'Bread.' }] } },
    'resume.json: work.0.start_date',
    'startDate',
  ],
  [{ items: [{ titel: 'A mug', price: '1', link: item.link, image: item.image }] }, 'shop.json: items.0.titel', 'title'],
  [{ site: { ownerName: undefined, ownername: 'Ada' } }, 'site.json: ownername', 'ownerName'],
])('a misspelled key is reported once, with its spelling and the likely one: %j', (change, field, meant) => {
  expect(outputOf(change)).toBe(`apps/shell/content/${field}: unknown key, did you mean "${meant}"?`);
});

test('a missing key and an unknown key each have their own message, without a stack trace', () => {
  expect(outputOf({ site: { subtitle: undefined, color: 'red' } })).toBe(
    'apps/shell/content/site.json: subtitle: is missing; color: unknown key',
  );
  writeFileSync(join(folder, 'site.json'), '{');
  expect(() => checkContent(folder)).toThrow('apps/shell/content/site.json is not JSON');
});
