import { beyond, containerClosure, staticClosure } from './closure.ts';

const manifest = {
  container: { file: 'remoteEntry.js', imports: ['mf'], dynamicImports: ['src/routes.ts', 'shares'] },
  mf: { file: 'assets/mf.js' },
  shares: { file: 'assets/shares.js', imports: ['mf'] },
  'src/routes.ts': { file: 'assets/routes.js', dynamicImports: ['src/a.page.tsx', 'src/b.page.tsx'] },
  app: { file: 'assets/app.js', css: ['assets/app.css'], imports: ['mf'] },
  'src/a.page.tsx': { file: 'assets/a.js', imports: ['app'], css: ['assets/a.css'] },
  'src/b.page.tsx': { file: 'assets/b.js', imports: ['app', 'loop'] },
  loop: { file: 'assets/loop.js', imports: ['src/b.page.tsx'] },
};

test('a container needs everything up to the list of routes, but no page', () => {
  expect(containerClosure(manifest, 'remoteEntry.js', 'src/routes.ts')).toEqual({
    scripts: ['remoteEntry.js', 'assets/mf.js', 'assets/routes.js', 'assets/shares.js'],
    styles: [],
  });
});

test('a page needs its own files and styles, once, without those of the container', () => {
  const shared = containerClosure(manifest, 'remoteEntry.js', 'src/routes.ts');
  expect(beyond(staticClosure(manifest, ['src/a.page.tsx']), shared)).toEqual({
    scripts: ['assets/a.js', 'assets/app.js'],
    styles: ['assets/a.css', 'assets/app.css'],
  });
});

test('chunks that import each other cause no endless loop', () => {
  expect(staticClosure(manifest, ['src/b.page.tsx']).scripts).toEqual([
    'assets/b.js',
    'assets/app.js',
    'assets/mf.js',
    'assets/loop.js',
  ]);
});

test('a chunk that is missing from the build is named', () => {
  expect(() => staticClosure(manifest, ['src/c.page.tsx'])).toThrow('src/c.page.tsx');
});
