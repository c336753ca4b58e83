// Loaded into the server to break it once, between storing a picture's files and learning that its row is stored. COMMIT
// says how.
import { SubmissionRepository } from '../dist/gallery/submission.repository.js';

const { add } = SubmissionRepository.prototype;
const lost = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
const die = () => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
};

const FAULTS = {
  'killed before': die,
  'killed after': (insert) => insert().then(die),
  'confirmation lost': (insert) => insert().then(() => Promise.reject(lost())),
  'never done': () => Promise.reject(lost()),
  'done late': (insert) => {
    setTimeout(() => void insert(), 300);
    return Promise.reject(lost());
  },
};

let fault = FAULTS[process.env['COMMIT']];
SubmissionRepository.prototype.add = function addOrNot(...row) {
  const insert = () => add.apply(this, row);
  const how = fault;
  fault = undefined;
  return how ? how(insert) : insert();
};
