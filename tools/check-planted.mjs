// Checks that every planted fault still matches the code, so that the list is updated with each change.
import { existsSync, readFileSync } from 'node:fs';
import { FAULTS } from '../tests/planted/faults.mjs';

const lost = FAULTS.filter(({ file, find }) => !existsSync(file) || readFileSync(file, 'utf8').split(find).length !== 2);
for (const { what, file, find } of lost) {
  console.error(`${what}: ${file} must have this text exactly once, or tests/planted/faults.mjs must be updated: ${find}`);
}
process.exitCode = lost.length > 0 ? 1 : 0;
