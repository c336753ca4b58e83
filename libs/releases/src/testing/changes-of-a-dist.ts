import type { Dist } from './a-dist.ts';

/** Adds text to the end of a file. */
export const script =
  (text: string, file = 'assets/hens.js') =>
  (dist: Dist) => {
    dist.files[file] = `${dist.files[file] ?? ''}\n${text}`;
  };
export const style = (text: string) => script(text, 'assets/eggs.css');
export const firstRoute = (change: Record<string, unknown>) => (dist: Dist) =>
  void Object.assign(dist.contract.routes[0] ?? {}, change);
export const contract = (change: Record<string, unknown>) => (dist: Dist) => void Object.assign(dist.contract, change);
export const anotherPage = (dist: Dist, path: string, more: Record<string, unknown> = {}): void => {
  dist.contract.routes.push({ ...dist.contract.routes[0], path, page: 'src/coop.page.tsx', ...more });
  dist.vite['src/coop.page.tsx'] = { file: 'assets/coop.js' };
  dist.files['assets/coop.js'] = 'export const Component = () => null;';
};

/** The first page names a still: four files that are WebP by their first bytes. */
export const aStill =
  (change: Record<string, string | undefined> = {}) =>
  (dist: Dist) => {
    firstRoute({ still: 'eggs' })(dist);
    for (const name of ['light-360', 'light-720', 'dark-360', 'dark-720']) {
      const text = name in change ? change[name] : 'RIFF....WEBPVP8 ';
      if (text !== undefined) dist.files[`stills/eggs-${name}.webp`] = text;
    }
  };

/** The first page's exhibit comes alive in its card; a separate module draws it. */
export const aDrawing =
  (text = 'export const start = () => ({ step() {}, draw() {} });', chunk: Partial<Dist['vite'][string]> = {}) =>
  (dist: Dist) => {
    aStill()(dist);
    firstRoute({ alive: 'src/eggs.alive.ts' })(dist);
    dist.vite['src/eggs.alive.ts'] = { file: 'assets/eggs.alive.js', ...chunk };
    dist.files['assets/eggs.alive.js'] = text;
  };
