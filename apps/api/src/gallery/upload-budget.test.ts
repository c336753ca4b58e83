import { UploadBudget } from './upload-budget.ts';

const MIB = 1024 * 1024;
const overloaded = expect.objectContaining({ code: 'OVERLOADED' });

test('one network may have six uploads at a time, and another network is still admitted', () => {
  const budget = new UploadBudget();
  const reservations = Array.from({ length: 6 }, () => budget.reserve('a'));
  expect(() => budget.reserve('a')).toThrow(overloaded);
  budget.reserve('b');
  reservations[0]?.release();
  budget.reserve('a');
});

test('one network may hold half of the memory, all networks together all of it, and finished uploads free theirs', () => {
  const budget = new UploadBudget();
  const [first, second, third] = [budget.reserve('a'), budget.reserve('a'), budget.reserve('b')];
  first.receive(16 * MIB);
  expect(() => second.receive(16 * MIB)).toThrow(overloaded);
  third.receive(16 * MIB);
  budget.reserve('c').receive(28 * MIB);
  expect(() => third.receive(8 * MIB)).toThrow(overloaded);
  first.release();
  third.receive(8 * MIB);
  second.receive(8 * MIB);
});
