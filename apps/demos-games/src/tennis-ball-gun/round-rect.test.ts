import { roundRect } from './round-rect.ts';

test('without roundRect the corners are arcs whose radius fits into the rectangle', () => {
  const steps: unknown[][] = [];
  const note =
    (name: string) =>
    (...place: number[]) =>
      void steps.push([name, ...place]);
  roundRect({ moveTo: note('moveTo'), arcTo: note('arcTo'), closePath: note('closePath') }, 10, 20, 30, 8, 7);
  expect(steps).toEqual([
    ['moveTo', 14, 20],
    ['arcTo', 40, 20, 40, 28, 4],
    ['arcTo', 40, 28, 10, 28, 4],
    ['arcTo', 10, 28, 10, 20, 4],
    ['arcTo', 10, 20, 40, 20, 4],
    ['closePath'],
  ]);
});

test('the browser’s own roundRect is used if there is one', () => {
  const own = jest.fn();
  const never = () => {
    throw new Error('drawn by hand');
  };
  roundRect({ roundRect: own, moveTo: never, arcTo: never, closePath: never }, 1, 2, 3, 4, 5);
  expect(own).toHaveBeenCalledWith(1, 2, 3, 4, 5);
});
