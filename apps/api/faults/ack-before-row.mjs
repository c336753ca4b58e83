// Loaded into the server to break it: a picture is acknowledged before its row is written. The campaign must notice.
import { SubmissionRepository } from '../dist/gallery/submission.repository.js';

/** Longer than any wait before the kill. */
const LATER_MS = 600_000;

const add = SubmissionRepository.prototype.add;
SubmissionRepository.prototype.add = function addLater(row, ...rest) {
  setTimeout(() => add.call(this, row, ...rest).catch(() => undefined), LATER_MS).unref();
  return Promise.resolve({ ...row, status: 'listed' });
};
