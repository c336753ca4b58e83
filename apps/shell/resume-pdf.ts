import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { RESUME_PDF, resumeMark } from '../../tools/resume-mark.cjs';

/** The résumé as `npm run resume:pdf` printed it; undefined if it has not been printed since the content changed. */
export function printedResume(contentFolder: string): Buffer | undefined {
  const path = join(contentFolder, RESUME_PDF);
  const pdf = existsSync(path) ? readFileSync(path) : undefined;
  return pdf?.toString('latin1').endsWith(resumeMark(contentFolder)) ? pdf : undefined;
}

/** Puts the PDF into the release. The page offers it only if it says what the page says. */
export function resumePdf(contentFolder: string): Plugin {
  return {
    name: 'resume-pdf',
    generateBundle() {
      const source = printedResume(contentFolder);
      if (source) this.emitFile({ type: 'asset', fileName: RESUME_PDF, source });
      else this.warn('the résumé is not offered as a PDF: `npm run resume:pdf` has not been run since its content changed');
    },
  };
}
