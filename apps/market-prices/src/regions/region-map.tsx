import { dollars, type Place, type Region, REGIONS, type WeekPrice } from '@site/contracts';
import type { CSSProperties } from 'react';
import { REGION_SHAPES, SHAPES_VIEW_BOX } from './region-shapes.ts';
import styles from './regions.module.css';

interface RegionMapProps {
  readonly prices: readonly WeekPrice[];
  readonly chosen: Place;
  readonly own: Region | null;
  readonly onChoose: (region: Region) => void;
}

/** Position of a region's price, in units of the view box: inside the outline, or in the sea next to one that is too small. */
const LABELS: Readonly<Record<Region, readonly [x: number, y: number]>> = {
  Northeast: [930, 262],
  Southeast: [722, 440],
  Midwest: [545, 190],
  Southcentral: [445, 385],
  Southwest: [150, 300],
  Northwest: [225, 145],
  Alaska: [195, 496],
  Hawaii: [388, 625],
};

/** Fractions of the fill color, cheapest region first. Text on the strongest color is still legible. */
const SHARES = { cheapest: 0.1, mostExpensive: 0.58 };

/**
 * The regions; more expensive ones have a stronger fill color. A click selects one; the list next to it does the same for
 * keyboards and screen readers.
 */
export function RegionMap({ prices, chosen, own, onChoose }: RegionMapProps) {
  const regional = prices.filter(({ place }) => place !== 'NATIONAL');
  const averages = regional.map(({ range }) => range.average);
  const [low, high] = [Math.min(...averages), Math.max(...averages)];
  const shareOf = (price: number) =>
    high === low ? SHARES.cheapest : SHARES.cheapest + ((price - low) / (high - low)) * (SHARES.mostExpensive - SHARES.cheapest);
  return (
    <svg width="100%" overflow="visible" viewBox={SHAPES_VIEW_BOX} aria-hidden="true">
      {REGIONS.map((region) => {
        const price = regional.find(({ place }) => place === region)?.range.average;
        const share = price === undefined ? {} : { '--share': `${(shareOf(price) * 100).toFixed(0)}%` };
        return (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the list's buttons do the same
          <path
            key={region}
            className={styles.shape}
            data-region={region}
            data-priced={price !== undefined}
            data-chosen={region === chosen}
            // React's style type lacks custom properties.
            style={share as CSSProperties}
            d={REGION_SHAPES[region]}
            onClick={() => onChoose(region)}
          >
            <title>{`${region}: ${price === undefined ? 'not advertised' : dollars(price)}`}</title>
          </path>
        );
      })}
      {REGIONS.map((region) => {
        const price = regional.find(({ place }) => place === region)?.range.average;
        const [x, y] = LABELS[region];
        return (
          <text key={region} className={styles.label} x={x} y={y} textAnchor="middle">
            {price === undefined ? '–' : dollars(price)}
            {region === own && (
              <tspan className={styles.here} x={x} dy="1.1em">
                you
              </tspan>
            )}
          </text>
        );
      })}
    </svg>
  );
}
