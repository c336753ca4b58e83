// What ties a printed résumé to the content that it was printed from. CommonJS, because Jest reads it too.
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

/** File in the content folder, and in the shell's release. */
exports.RESUME_PDF = 'resume.pdf';

/** Last line of the PDF, which PDF readers ignore: it names the content that is printed in it. */
exports.resumeMark = (contentFolder) => {
  const hash = createHash('sha256');
  for (const file of ['site.json', 'resume.json']) hash.update(readFileSync(join(contentFolder, file)));
  return `%content ${hash.digest('hex')}\n`;
};
