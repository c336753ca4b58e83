import { askForMotion } from './ask-for-motion.ts';

const answering = (answer: () => Promise<PermissionState>) => {
  const requestPermission = jest.fn(answer);
  return { requestPermission };
};
// A cast, because the DOM types lack requestPermission.
const aWindow = (motion: object, orientation: object) =>
  ({ DeviceMotionEvent: motion, DeviceOrientationEvent: orientation }) as unknown as Window;

test('both motion permissions are requested synchronously in the tap handler, and a single refusal makes the result denied', async () => {
  const [refused, granted] = [answering(() => Promise.resolve('denied')), answering(() => Promise.resolve('granted'))];
  const answer = askForMotion(aWindow(refused, granted));
  expect(refused.requestPermission).toHaveBeenCalledTimes(1);
  expect(granted.requestPermission).toHaveBeenCalledTimes(1);
  expect(await answer).toBe('denied');
  expect(await askForMotion(aWindow(refused, {}))).toBe('denied');
  expect(await askForMotion(aWindow(granted, {}))).toBe('granted');
});

test('a browser that needs no permission returns granted; one that cannot ask right now returns prompt', async () => {
  expect(await askForMotion({} as Window)).toBe('granted');
  expect(
    await askForMotion(
      aWindow(
        answering(() => Promise.reject(new Error('not in a tap'))),
        {},
      ),
    ),
  ).toBe('prompt');
});
