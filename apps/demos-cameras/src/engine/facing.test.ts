import { facingOf, preselect, type Camera } from './facing.ts';

test.each([
  ['Back Camera', 'environment'],
  ['camera2 0, facing back', 'environment'],
  ['Rear Triple Camera', 'environment'],
  ['environment', 'environment'],
  ['Front Camera', 'user'],
  ['FaceTime HD Camera (Built-in)', 'user'],
  ['User-facing camera', 'user'],
  ['Integrated Webcam', 'unknown'],
  ['', 'unknown'],
])('%s faces %s', (label, facing) => {
  expect(facingOf(label)).toBe(facing);
});

test('only whole words count', () => {
  expect(facingOf('Backlit Frontier Superuser Rearview')).toBe('unknown');
});

test('words for the rear win over words for the front', () => {
  expect(facingOf('Front dock, back camera')).toBe('environment');
});

test('the facing mode that the camera reports wins over its name', () => {
  expect(facingOf('Back Camera', ['user'])).toBe('user');
  expect(facingOf('Front Camera', ['environment'])).toBe('environment');
  expect(facingOf('Front Camera', [])).toBe('user');
});

test('the rear camera is preselected if there is one, otherwise the first; the hybrid page takes the first', () => {
  const front: Camera = { deviceId: 'f', label: 'Front', facing: 'user' };
  const rear: Camera = { deviceId: 'r', label: 'Back', facing: 'environment' };
  expect(preselect([front, rear], 'rear')).toBe(rear);
  expect(preselect([front], 'rear')).toBe(front);
  expect(preselect([front, rear], 'first')).toBe(front);
  expect(preselect([], 'rear')).toBeUndefined();
});
