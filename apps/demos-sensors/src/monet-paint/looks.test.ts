import { createLooks } from './looks.ts';

test('the first look is due at once, the second after 400 ms, and each later one after twice as long', () => {
  const isDue = createLooks();
  const due = Array.from({ length: 30 }, (_, n) => n * 100).filter((now) => isDue(now));
  expect(due).toEqual([0, 400, 1200, 2800]);
});
