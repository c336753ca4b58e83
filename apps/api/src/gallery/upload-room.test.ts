import { UploadRoom } from './upload-room.ts';

const MIB = 1024 * 1024;
const overloaded = expect.objectContaining({ code: 'OVERLOADED' });

test('one network has six uploads at a time, and another network is let in beside them', () => {
  const room = new UploadRoom();
  const places = Array.from({ length: 6 }, () => room.enter('a'));
  expect(() => room.enter('a')).toThrow(overloaded);
  room.enter('b');
  places[0]?.leave();
  room.enter('a');
});

test('one network holds half of the memory, all networks together all of it, and what ends gives it back', () => {
  const room = new UploadRoom();
  const [first, second, third] = [room.enter('a'), room.enter('a'), room.enter('b')];
  first.receive(16 * MIB);
  expect(() => second.receive(16 * MIB)).toThrow(overloaded);
  third.receive(16 * MIB);
  room.enter('c').receive(28 * MIB);
  expect(() => third.receive(8 * MIB)).toThrow(overloaded);
  first.leave();
  third.receive(8 * MIB);
  second.receive(8 * MIB);
});
