// Draws the eight regions of USDA's retail reports from the Census Bureau's states (npm package us-atlas, public-domain shapes), merged
// and simplified to a few kB: `node tools/region-shapes.mjs` writes the module that the price pages import,
// and `--print` prints it.
import { writeFileSync } from 'node:fs';
import atlas from 'us-atlas/states-albers-10m.json' with { type: 'json' };

const TARGET = new URL('../apps/market-prices/src/regions/region-shapes.ts', import.meta.url);

/**
 * States by their FIPS codes. USDA prints this list in its reports; it has not been checked against one. The District of Columbia is not
 * on it and is drawn with its neighbors.
 */
const STATES = {
  Northeast: '09 10 11 23 24 25 33 34 36 42 44 50',
  Southeast: '01 12 13 28 37 45 47 51 54',
  Midwest: '17 18 19 21 26 27 31 38 39 46 55',
  Southcentral: '05 08 20 22 29 35 40 48',
  Southwest: '04 06 32 49',
  Northwest: '16 30 41 53 56',
  Alaska: '02',
  Hawaii: '15',
};

/** In units of the atlas, which is 975 by 610: a point that adds a smaller triangle than this is left out. */
const MIN_TRIANGLE = 22;
/** Islands smaller than this are not drawn, except in Hawaii. */
const MIN_ISLAND = 45;

/** TopoJSON writes an arc as steps from its first point. */
function decode(arc) {
  const { scale, translate } = atlas.transform;
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]) => {
    x += dx;
    y += dy;
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
  });
}

const triangle = ([ax, ay], [bx, by], [cx, cy]) => Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2;

/** Visvalingam's method: removes the least significant point first. The ends stay, so that neighbors still meet. */
function simplify(points) {
  const kept = [...points];
  while (kept.length > 2) {
    let least = { at: -1, area: MIN_TRIANGLE };
    for (let at = 1; at < kept.length - 1; at += 1) {
      const area = triangle(kept[at - 1], kept[at], kept[at + 1]);
      if (area < least.area) least = { at, area };
    }
    if (least.at < 0) break;
    kept.splice(least.at, 1);
  }
  return kept;
}

const arcs = atlas.arcs.map((arc) => simplify(decode(arc)));
const arcOf = (index) => (index < 0 ? arcs[~index].toReversed() : arcs[index]);

/** Arcs that only one state of the region has: a border between two of its states is not drawn. */
function outline(codes) {
  const used = new Map();
  for (const { id, type, arcs: shape } of atlas.objects.states.geometries) {
    if (!codes.includes(id)) continue;
    for (const ring of (type === 'Polygon' ? [shape] : shape).flat()) {
      for (const index of ring) used.set(index < 0 ? ~index : index, [...(used.get(index < 0 ? ~index : index) ?? []), index]);
    }
  }
  return [...used.values()].filter((uses) => uses.length === 1).map(([index]) => index);
}

const keyOf = ([x, y]) => `${x.toFixed(3)},${y.toFixed(3)}`;

/** Joins arcs end to end into rings. */
function ringsOf(indices) {
  const byStart = new Map();
  for (const index of indices) {
    const points = arcOf(index);
    byStart.set(keyOf(points[0]), [...(byStart.get(keyOf(points[0])) ?? []), points]);
  }
  const rings = [];
  for (const waiting of byStart.values()) {
    while (waiting.length > 0) {
      const ring = [...waiting.pop()];
      while (keyOf(ring[0]) !== keyOf(ring.at(-1))) {
        const next = byStart.get(keyOf(ring.at(-1)))?.pop();
        if (!next) throw new Error('an outline does not close');
        ring.push(...next.slice(1));
      }
      rings.push(ring);
    }
  }
  return rings;
}

const areaOf = (ring) => Math.abs(ring.slice(1).reduce((sum, [x, y], at) => sum + ring[at][0] * y - x * ring[at][1], 0)) / 2;

/** Whole numbers, relative: the shortest form that SVG has. */
function pathOf(ring) {
  const points = ring.map(([x, y]) => [Math.round(x), Math.round(y)]);
  const steps = points.slice(1, -1).map(([x, y], at) => `${x - points[at][0]},${y - points[at][1]}`);
  return `M${points[0].join(',')}l${steps.join(' ')}z`;
}

function regionShapes() {
  return Object.fromEntries(
    Object.entries(STATES).map(([region, codes]) => {
      const rings = ringsOf(outline(codes.split(' '))).filter((ring) => ring.length > 3);
      const large = rings.filter((ring) => region === 'Hawaii' || areaOf(ring) > MIN_ISLAND);
      return [region, large.map(pathOf).join('')];
    }),
  );
}

function moduleText() {
  // Formatted the way `npm run format` does it.
  const lines = Object.entries(regionShapes()).map(([region, path]) =>
    path.length > 110 ? `  ${region}:\n    '${path}',` : `  ${region}: '${path}',`,
  );
  return `// Written by tools/region-shapes.mjs from the states of us-atlas 3.0.1 (U.S. Census Bureau, public domain). Do not edit.
import type { Region } from '@site/contracts';

export const SHAPES_VIEW_BOX = '0 0 975 610';

/** Outline of each region as SVG path data; Alaska and Hawaii are moved below the mainland and scaled. */
export const REGION_SHAPES: Readonly<Record<Region, string>> = {
${lines.join('\n')}
};
`;
}

if (process.argv[2] === '--print') process.stdout.write(moduleText());
else writeFileSync(TARGET, moduleText());
