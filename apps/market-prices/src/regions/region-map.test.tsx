import { render } from '@testing-library/react';
import { REGIONS } from '@site/contracts';
import { RegionMap } from './region-map.tsx';

/** A price in the labels' font, "$8.06", in units of the view box. */
const LABEL = { width: 96, height: 27 };
const STEPS = 40;

type Point = readonly [x: number, y: number];

/** Points along an outline, close enough together that none of it passes through a label unseen. */
function pointsOf(path: string): Point[] {
  return path.split('z').flatMap((shape) => {
    const corners: Point[] = [];
    let [x, y] = [0, 0];
    for (const [, dx, dy] of shape.matchAll(/(-?\d+),(-?\d+)/g)) {
      [x, y] = [x + Number(dx), y + Number(dy)];
      corners.push([x, y]);
    }
    return corners.flatMap(([fromX, fromY], index) => {
      const [toX, toY] = corners[(index + 1) % corners.length]!;
      return Array.from({ length: STEPS }, (_, step): Point => {
        const share = step / STEPS;
        return [fromX + (toX - fromX) * share, fromY + (toY - fromY) * share];
      });
    });
  });
}

test('no price on the map lies across an outline', () => {
  const { container } = render(<RegionMap prices={[]} chosen="NATIONAL" own={null} onChoose={() => {}} />);
  const outlines = [...container.querySelectorAll('path')].flatMap((path) => pointsOf(path.getAttribute('d') ?? ''));
  const labels = [...container.querySelectorAll('text')];
  expect(labels).toHaveLength(REGIONS.length);
  const crossed = labels.flatMap((label, index) => {
    const [middle, bottom] = [Number(label.getAttribute('x')), Number(label.getAttribute('y'))];
    const isCrossed = outlines.some(
      ([x, y]) => Math.abs(x - middle) < LABEL.width / 2 && y < bottom && y > bottom - LABEL.height,
    );
    return isCrossed ? [REGIONS[index]] : [];
  });
  expect(crossed).toEqual([]);
});
