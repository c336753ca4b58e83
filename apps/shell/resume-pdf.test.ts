import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resumeMark } from '../../tools/resume-mark.cjs';
import { printedResume } from './resume-pdf.ts';

let folder: string;
const put = (file: string, text: string) => writeFileSync(join(folder, file), text);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'content-'));
  put('site.json', '{"ownerName":"Ada"}');
  put('resume.json', '{"work":[]}');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a résumé that was printed from the current content is offered', () => {
  expect(printedResume(folder)).toBeUndefined();
  put('resume.pdf', `%PDF-1.4\n%%EOF\n${resumeMark(folder)}`);
  expect(printedResume(folder)?.toString()).toMatch(/^%PDF-1\.4/);
});

test.each(['site.json', 'resume.json'])('a résumé that is older than a change to %s is not offered', (file) => {
  put('resume.pdf', `%PDF-1.4\n%%EOF\n${resumeMark(folder)}`);
  put(file, '{"ownerName":"Grace","work":[]}');
  expect(printedResume(folder)).toBeUndefined();
});
