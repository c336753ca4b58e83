import { isPattern, matchPath, pathsOverlap, routeAt } from './path-pattern.ts';

test.each([
  ['/projects', '/projects', {}],
  ['/projects', '/project', null],
  ['/reports/:slug', '/reports/3228', { slug: '3228' }],
  ['/reports/:slug/:section', '/reports/3228/report-details', { slug: '3228', section: 'report-details' }],
  ['/reports/:slug', '/reports/3228/report-details', null],
  ['/reports/:slug', '/reports', null],
  ['/reports/:slug', '/reports/', null],
  ['/reports/:slug', '/reports/:slug', null],
  ['/reports/:slug', '/reports/A%20b', null],
  ['/reports/:slug', `/reports/${'a'.repeat(101)}`, null],
  ['/reports/:slug', '/reports/__proto__', null],
])('%s at %s is %p', (pattern, path, values) => {
  expect(matchPath(pattern, path)).toEqual(values);
});

test('an exact path comes before a pattern, wherever it is listed', () => {
  const routes = [{ path: '/reports/:slug' }, { path: '/reports/new' }];
  expect(routeAt(routes, '/reports/new')?.path).toBe('/reports/new');
  expect(routeAt(routes, '/reports/old')?.path).toBe('/reports/:slug');
  expect(routeAt(routes, '/reports/:slug')?.path).toBe('/reports/:slug');
  expect(routeAt(routes, '/reports')).toBeUndefined();
});

test('two paths overlap if one address would match both', () => {
  expect(pathsOverlap('/a/:x', '/a/b')).toBe(true);
  expect(pathsOverlap('/a/:x', '/:y/b')).toBe(true);
  expect(pathsOverlap('/a/:x', '/b/:x')).toBe(false);
  expect(pathsOverlap('/a/:x', '/a/b/c')).toBe(false);
  expect([isPattern('/a/:x'), isPattern('/a')]).toEqual([true, false]);
});
