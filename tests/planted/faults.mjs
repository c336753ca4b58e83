// Faults that a hasty change could introduce: each compiles, and each breaks something for visitors, teams or the operator.

/**
 * @typedef {object} Fault
 * @property {string} what the part it is planted in
 * @property {string} file
 * @property {string} find occurs once in the file
 * @property {string} put
 */

/** @type {readonly Fault[]} */
export const FAULTS = [
  {
    what: 'shell: bouncing circles',
    file: 'apps/shell/src/bouncing/bouncing.model.ts',
    find: 'circle.wobble = WOBBLE_TICKS;',
    put: 'circle.wobble = 0;',
  },
  {
    what: 'shell: the menu',
    file: 'apps/shell/src/layout/menu.tsx',
    find: "label: 'Shop', to: '/portfolio'",
    put: "label: 'Shop', to: '/shop'",
  },
  { what: 'shell: the gate', file: 'apps/shell/src/drafts/use-gate.ts', find: 'Incorrect password', put: 'Wrong password' },
  {
    what: 'shell: styles of the header',
    file: 'apps/shell/src/layout/header.module.css',
    find: 'position: fixed;',
    put: 'position: fixed;\n  z-index: -1;',
  },
  {
    what: 'shell: styles of all pages',
    file: 'libs/ui/src/tokens.css',
    find: '--ink-soft: #4c505c;',
    put: '--ink-soft: #b9bcc4;',
  },
  { what: 'sensors: balls', file: 'apps/demos-sensors/src/balls/balls.rules.ts', find: 'GRAVITY = 0.2;', put: 'GRAVITY = 0;' },
  {
    what: 'sensors: a route',
    file: 'apps/demos-sensors/src/routes.ts',
    find: "'/projects/monet-paint'",
    put: "'/projects/monet-painting'",
  },
  {
    what: 'games: clocks',
    file: 'apps/demos-games/src/clocks/clock.model.ts',
    find: 'minutes: date.getMinutes(),',
    put: 'minutes: date.getUTCHours(),',
  },
  {
    what: 'games: gladiators',
    file: 'libs/sim/src/tennis-ball-gun/rules.ts',
    find: 'red: { health: 60, speed: 1.2',
    put: 'red: { health: 600, speed: 1.2',
  },
  {
    what: 'cameras: the grid',
    file: 'apps/demos-cameras/src/engine/layouts.ts',
    find: 'row: row + 1 };\n  });\n  return { ...size, cells, gaps: [], isCovered: true };',
    put: 'row: row + 1 };\n  });\n  return { ...size, cells: cells.toReversed(), gaps: [], isCovered: true };',
  },
  {
    what: 'cameras: pages of the gallery',
    file: 'apps/demos-cameras/src/gallery/submissions.ts',
    find: "if (cursor) search.set('cursor', cursor);",
    put: "if (cursor) search.set('after', cursor);",
  },
  {
    what: 'prices: ZIP codes',
    file: 'apps/market-prices/src/prices/zip-region.ts',
    find: "[59999, 'Midwest']",
    put: "[58999, 'Midwest']",
  },
  {
    what: 'prices: eggs',
    file: 'apps/market-prices/src/egg-prices/price-per-dozen.ts',
    find: "(unit === 'dozen' ? EGGS_PER_DOZEN : 1) / bought",
    put: "bought / (unit === 'dozen' ? EGGS_PER_DOZEN : 1)",
  },
  { what: 'contracts: CSV', file: 'libs/contracts/src/csv.ts', find: '/^[=+\\-@\\t\\r]/', put: '/^[=]/' },
  {
    what: 'contracts: the registry',
    file: 'libs/contracts/src/registry.ts',
    find: 'Object.hasOwn(apps, app) ? apps[app] : undefined',
    put: 'apps[app]',
  },
  {
    what: 'releases: promote',
    file: 'libs/releases/src/canary.ts',
    find: 'previous: entry.stable, contract, canary: null',
    put: 'previous: entry.previous, contract, canary: null',
  },
  {
    what: 'releases: canaries',
    file: 'libs/releases/src/canary.ts',
    find: 'Math.round(share * VISITOR_BUCKETS)',
    put: 'Math.round(share * 100)',
  },
  { what: 'sim', file: 'libs/sim/src/fixed-step.ts', find: 'MAX_STEPS = 5;', put: 'MAX_STEPS = 50;' },
  {
    what: 'stage',
    file: 'libs/stage/src/frame-loop.ts',
    find: "document.visibilityState !== 'hidden'",
    put: "document.visibilityState !== 'visible'",
  },
  { what: 'host', file: 'libs/host/src/request.ts', find: 'if (!response.ok)', put: 'if (response.status >= 500)' },
  {
    what: 'ui: hidden elements',
    file: 'libs/ui/src/kit.css',
    find: '[hidden] {\n  display: none !important;',
    put: '[hidden] {\n  order: 0;',
  },
  {
    what: 'api: sessions of the gate',
    file: 'apps/api/src/passwords/password-gate.ts',
    find: 'return this.sessions.isOpen(realm, sessionToken, this.clock.now().getTime());',
    put: 'return this.clock.now().getTime() > 0;',
  },
  { what: 'api: limits', file: 'apps/api/src/rate-limit/sliding-window.ts', find: 'earlier[max - 1]', put: 'earlier[max]' },
  {
    what: 'api: files of releases',
    file: 'apps/api/src/releases/release-files.ts',
    find: "'public, max-age=31536000, immutable'",
    put: "'no-store'",
  },
  {
    what: 'api: gallery',
    file: 'apps/api/src/gallery/cursor.ts',
    find: 'Number(sequence) > MAX_SEQUENCE || makeCursor(Number(sequence)) !== cursor',
    put: 'Number(sequence) > MAX_SEQUENCE',
  },
  {
    what: 'api: USDA',
    file: 'apps/api/src/usda/price-change.ts',
    find: '100 * (record.price_avg / before - 1)',
    put: '100 * (before / record.price_avg - 1)',
  },
  {
    what: 'api: price history',
    file: 'apps/api/src/usda/price-points.ts',
    find: 'dateOf(point) <= last',
    put: 'dateOf(point) < last',
  },
  {
    what: 'api: telemetry',
    file: 'apps/api/src/value-classes.ts',
    find: 'Math.ceil(perOctave * Math.log2(value / first))',
    put: 'Math.floor(perOctave * Math.log2(value / first))',
  },
  {
    what: 'api: documents',
    file: 'apps/api/src/site/document.ts',
    find: '"frame-ancestors \'none\'"',
    put: '"frame-ancestors *"',
  },
  {
    what: 'api: HTTP',
    file: 'apps/api/src/http/problem-table.ts',
    find: 'CROSS_SITE: { status: 403',
    put: 'CROSS_SITE: { status: 401',
  },
  {
    what: 'api: readiness',
    file: 'apps/api/src/ops/readiness.ts',
    find: 'const problem = this.health.brokenBy ??',
    put: 'const problem =',
  },
  {
    what: 'api: settings',
    file: 'apps/api/src/config/config.ts',
    find: 'GALLERY_KEEP_DAYS ?? 365',
    put: 'GALLERY_KEEP_DAYS ?? 36',
  },
  {
    what: 'api: a migration',
    file: 'apps/api/src/database/migrations/1793100000000-create-price-memory.ts',
    find: "columnNames: ['source', 'commodity', 'region', 'week']",
    put: "columnNames: ['source', 'commodity', 'week']",
  },
];
