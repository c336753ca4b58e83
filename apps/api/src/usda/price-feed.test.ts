import type { PriceHistory, PriceSeries } from '@site/contracts';
import { createRandom } from '@site/sim';
import { priceFeed } from './price-feed.ts';

const NAMES = ['Large White', 'Brown & "Free" <range>', ']]>', 'Ribeye\u0007 Steak', 'Œufs 🥚'];
const SIZES = ['12', '18', '30', '16 oz', null];

function randomHistory(commodity: 'beef' | 'egg', seed: number): PriceHistory {
  const random = createRandom(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const series = Array.from({ length: Math.floor(random() * 4) }, (_, index): PriceSeries => {
    const points = Array.from({ length: Math.floor(random() * 5) }, (__, week) => {
      const price = random() < 0.1 ? null : Math.round(random() * 3_000) / 100;
      return {
        date: `2026-0${1 + index}-0${1 + week}`,
        price_avg: price,
        price_min: price === null || random() < 0.3 ? null : price / 2,
        price_max: price === null || random() < 0.3 ? null : price * 2,
        store_count: random() < 0.2 ? null : Math.floor(random() * 5_000),
      };
    });
    return {
      item: `${commodity}|${index}|${pick(NAMES)}`,
      region: 'NATIONAL',
      commodity,
      section: null,
      type: pick(NAMES),
      condition: 'Fresh',
      package_size: pick(SIZES),
      environment: null,
      quality_grade: null,
      price_unit: commodity === 'egg' ? 'Per Carton' : pick(['Per lb', 'Each']),
      points,
    };
  });
  return { source: 'live', attribution: 'USDA & others', licence: 'Public domain', series };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const TOKEN = /<(\/?)([a-z]+)((?: [a-z]+="[^"<&]*(?:&(?:amp|lt|gt|quot);[^"<&]*)*")*)(\/?)>|&(amp|lt|gt|quot);|[^<&\p{Cc}]+|\n/uy;

/** Parses well-formed XML only: each element's path with its text. @throws Error for malformed XML */
function readXml(xml: string): { path: string; text: string }[] {
  const found: { path: string; text: string }[] = [];
  const open: { name: string; text: string }[] = [];
  TOKEN.lastIndex = xml.indexOf('\n');
  while (TOKEN.lastIndex < xml.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(xml);
    if (!token) throw new Error(`no XML at ${xml.slice(at, at + 40)}`);
    const [all, closes, name, , isEmpty, entity] = token;
    const inner = open.at(-1);
    if (name === undefined) {
      if (inner) inner.text += entity === undefined ? all : (ENTITIES[entity] ?? '');
      else if (all.trim() !== '') throw new Error('text outside');
    } else if (closes) {
      if (inner?.name !== name) throw new Error(`${name} closes ${inner?.name}`);
      found.push({ path: open.map((one) => one.name).join('/'), text: inner.text });
      open.pop();
    } else if (!isEmpty) open.push({ name, text: '' });
  }
  if (open.length > 0) throw new Error('not closed');
  return found;
}

const SEEDS = Array.from({ length: 60 }, (_, index) => 7 * index + 1);

describe.each(['egg', 'beef'] as const)('a feed of %s prices', (commodity) => {
  test.each(SEEDS)(
    'history %d: is well-formed Atom with one entry for each priced week, with the same figure as on the page',
    (seed) => {
      const history = randomHistory(commodity, seed);
      const address = {
        origin: 'https://example.org',
        path: `/api/price-history.atom?commodity=${commodity}`,
        commodity,
        region: 'NATIONAL',
        item: null,
      };
      const elements = readXml(priceFeed(address, history));
      const texts = (path: string) => elements.filter((element) => element.path === path).map(({ text }) => text);
      for (const once of ['id', 'title', 'updated', 'rights', 'author/name']) expect(texts(`feed/${once}`)).toHaveLength(1);
      const priced = history.series
        .flatMap((series) => series.points.map((point) => ({ series, point })))
        .filter(({ point }) => point.price_avg !== null);
      const ids = texts('feed/entry/id');
      expect([ids.length, new Set(ids).size]).toEqual([priced.length, priced.length]);
      const dates = texts('feed/entry/updated');
      expect(dates).toEqual(dates.toSorted().toReversed());
      const figures = priced.map(({ series, point }) => {
        const eggs = /^\d+$/.test(series.package_size ?? '') ? Number(series.package_size) : null;
        const factor = commodity === 'egg' && eggs !== null ? 12 / eggs : 1;
        return `$${((point.price_avg ?? 0) * factor).toFixed(2)} `;
      });
      const told = texts('feed/entry/title').map((title) =>
        /: (\$[\d.]+ )per |: (\$[\d.]+ )/.exec(title)?.slice(1).find(Boolean),
      );
      expect(told.toSorted()).toEqual(figures.toSorted());
      // RFC 4287: dates with a time and a zone.
      for (const date of [...dates, ...texts('feed/updated')]) expect(date).toMatch(/^\d{4}-\d\d-\d\dT00:00:00Z$/);
    },
  );
});
