import { createFrameMeter } from './frame-meter.ts';

test('a frame costs its steps and its drawing; a reading is the mean since the previous one', () => {
  const meter = createFrameMeter(0);
  meter.addStep(3);
  meter.addStep(2);
  expect(meter.stepped()).toBe(5);
  expect(meter.addFrame(20, 1)).toBe(false);
  expect(meter.stepped()).toBe(0);
  meter.addStep(1);
  expect(meter.addFrame(500, 1)).toBe(true);
  expect(meter.read(500)).toEqual({ frameMilliseconds: 4, framesPerSecond: 4 });
  expect(meter.read(600)).toEqual({ frameMilliseconds: 0, framesPerSecond: 0 });
  expect(meter.addFrame(999, 1)).toBe(false);
  expect(meter.addFrame(1100, 1)).toBe(true);
});
