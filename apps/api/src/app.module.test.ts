import { RequestMethod, type DynamicModule } from '@nestjs/common';
import { METHOD_METADATA, MODULE_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer, Reflector } from '@nestjs/core';
import { accessOf } from './http/access.ts';
import { SiteSnapshotModule } from './site/site-snapshot.module.ts';
import { SiteModule } from './site/site.module.ts';
import { anApi, type TestApi } from './test-support/an-api.ts';

const MAX_DEPENDENCIES = 5;

type Method = (...args: never[]) => unknown;

type Class = abstract new (...args: never[]) => unknown;

/** The imports in a module's own decorator. The framework adds global modules to the imports of all others. */
function importsOf(module: Class): Class[] {
  const imports: unknown = Reflect.getMetadata(MODULE_METADATA.IMPORTS, module);
  const listed: readonly (Class | DynamicModule)[] = Array.isArray(imports) ? imports : [];
  return listed.map((imported) => (typeof imported === 'function' ? imported : imported.module));
}

const isMethod = (value: unknown): value is Method => typeof value === 'function';
const pathsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [String(value)]);
const joined = (...parts: readonly string[]): string =>
  `/${parts
    .flatMap((part) => part.split('/'))
    .filter((part) => part !== '')
    .join('/')}`;

describe('the application', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await anApi();
  });
  afterAll(() => api.close());

  const modules = () => [...api.get(ModulesContainer).values()];

  /** Every route of every controller: method, path and who may use it. */
  function routes(): string[] {
    const controllers = modules().flatMap((module) => [...module.controllers.values()]);
    const found = controllers.flatMap(({ metatype }) => {
      if (!isMethod(metatype)) return [];
      const methods = Object.values(Object.getOwnPropertyDescriptors(metatype.prototype)).map(({ value }): unknown => value);
      return methods.filter(isMethod).flatMap((method) => {
        const verb: unknown = Reflect.getMetadata(METHOD_METADATA, method);
        if (typeof verb !== 'number') return [];
        const access = accessOf(new Reflector(), method) ?? 'CLOSED: no decorator';
        const bases = pathsOf(Reflect.getMetadata(PATH_METADATA, metatype));
        const paths = pathsOf(Reflect.getMetadata(PATH_METADATA, method));
        return bases.flatMap((base) => paths.map((path) => `${RequestMethod[verb]} ${joined(base, path)}: ${access}`));
      });
    });
    return found.toSorted();
  }

  // Written by hand, so that opening a route shows up in the diff.
  test('opens these routes, each to the callers named by its decorator', () => {
    expect(routes()).toEqual([
      'ALL /api/*path: everybody',
      'ALL /api: everybody',
      'DELETE /api/drafts/session: everybody',
      'DELETE /api/kaleidoscope-submissions/:id: everybody',
      'GET /api/daily-challenge/entries/:id: everybody',
      'GET /api/daily-challenge: everybody',
      'GET /api/drafts: draft readers',
      'GET /api/kaleidoscope-submissions/:id/image: everybody',
      'GET /api/kaleidoscope-submissions/:id/thumbnail: everybody',
      'GET /api/kaleidoscope-submissions/:id: everybody',
      'GET /api/kaleidoscope-submissions/statistics: everybody',
      'GET /api/kaleidoscope-submissions: everybody',
      'GET /api/price-history.atom: everybody',
      'GET /api/price-history.csv-metadata.json: everybody',
      'GET /api/price-history.csv: everybody',
      'GET /api/price-history: everybody',
      'GET /api/price-picture.png: everybody',
      'GET /api/releases/:app/:release/evidence: any team',
      "GET /api/releases/authority: owner's key",
      'GET /api/releases/log: any team',
      'GET /api/releases/status: any team',
      'GET /api/releases: owner',
      'GET /api/usda-reports/:slug/:section: everybody',
      'GET /api/usda-reports/:slug: everybody',
      'GET /api/usda-reports: everybody',
      'GET /api/weekly-beef-report: everybody',
      'GET /api/weekly-egg-report: everybody',
      'GET /healthz: everybody',
      'GET /metrics: owner',
      'GET /owner/backups: owner',
      'GET /owner/errors: owner',
      'GET /owner/gallery/:id/thumbnail: owner',
      'GET /owner/gallery/keys.js: owner',
      'GET /owner/gallery: owner',
      'GET /owner/jobs: owner',
      'GET /owner/login: everybody',
      'GET /owner/prices: owner',
      'GET /owner/reports: owner',
      'GET /owner/settings: owner',
      'GET /owner/visitors: owner',
      'GET /owner: owner',
      'GET /readyz: everybody',
      'GET /{*path}: everybody',
      'POST /api/browser-reports: everybody',
      'POST /api/daily-challenge/entries: everybody',
      'POST /api/errors: everybody',
      'POST /api/kaleidoscope-submissions/:id/report: everybody',
      'POST /api/kaleidoscope-submissions: everybody',
      'POST /api/releases/:app/kill: team of the app',
      'POST /api/releases/:app/override-link: team of the app',
      'POST /api/releases/:app/promote: team of the app',
      'POST /api/releases/:app/retire: team of the app',
      'POST /api/releases/:app/rollback: team of the app',
      'POST /api/releases/:app/uploads/:release/canary: team of the app',
      'POST /api/releases/:app/uploads/:release/check: team of the app',
      'POST /api/releases/:app/uploads/:release/commit: team of the app',
      'POST /api/releases/:app/uploads: team of the app',
      'POST /api/releases/preview: any team',
      'POST /api/telemetry: everybody',
      'POST /api/verify-password: everybody',
      'POST /api/vitals: everybody',
      'POST /owner/gallery/decisions: owner',
      'POST /owner/gallery/unban: owner',
      'POST /owner/gallery/undo: owner',
      'POST /owner/jobs: owner',
      'POST /owner/login: everybody',
      'POST /owner/logout: everybody',
      'POST /owner/prices: owner',
      'POST /owner: owner',
      'PUT /api/releases/:app/uploads/:release/:content: team of the app',
      "PUT /api/releases/authority: owner's key",
    ]);
  });

  test('has no module that imports itself, directly or indirectly', () => {
    const cycles: string[] = [];
    const finished = new Set<Class>();
    const visit = (module: Class, path: readonly Class[]): void => {
      const start = path.indexOf(module);
      if (start >= 0) cycles.push([...path.slice(start), module].map(({ name }) => name).join(' → '));
      if (start >= 0 || finished.has(module)) return;
      importsOf(module).forEach((imported) => visit(imported, [...path, module]));
      finished.add(module);
    };
    for (const { metatype } of modules()) visit(metatype, []);
    expect(finished.size).toBeGreaterThan(10);
    expect(importsOf(SiteModule)).toContain(SiteSnapshotModule);
    expect(cycles).toEqual([]);
  });

  test(`gives no class of its own more than ${MAX_DEPENDENCIES} dependencies`, () => {
    const counts = modules().flatMap((module) =>
      [...module.controllers.values(), ...module.providers.values(), ...module.injectables.values()].flatMap(
        ({ metatype, inject }) => {
          // A class made by a factory has the factory's dependencies.
          const types: unknown = inject ?? (metatype && Reflect.getMetadata('design:paramtypes', metatype));
          const count = Array.isArray(types) ? types.length : 0;
          return metatype ? [[metatype.name, count] as const] : [];
        },
      ),
    );
    // The framework's own modules are excluded.
    const tooMany = new Map(counts.filter(([name, count]) => count > MAX_DEPENDENCIES && !/^Typeorm|^TypeOrm/.test(name)));
    expect(counts.length).toBeGreaterThan(30);
    expect(Object.fromEntries(tooMany)).toEqual({});
  });
});
