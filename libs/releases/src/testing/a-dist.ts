import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';

/** A build folder as written by the remote preset, in parts that a test can change. */
export interface Dist {
  container: string;
  contract: Record<string, unknown> & {
    routes: Record<string, unknown>[];
    cards: Record<string, unknown>[];
    singletons: Record<string, string>;
    endpoints: string[];
    sizeBudget: Record<string, unknown>;
  };
  vite: Record<string, { file: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[]; css?: string[] }>;
  files: Record<string, string>;
}

const route = (path: string, page: string) => ({
  path,
  title: 'Egg Prices',
  heading: 'EGG PRICES',
  description: 'What eggs cost this week.',
  headerLinks: 'black',
  layout: 'framed',
  indexable: true,
  moves: false,
  page,
});

/** A remote with two pages, a style, a picture and a worker, as a team would build it. */
export function aDist(): Dist {
  return {
    container: 'eggs',
    contract: {
      name: 'eggs',
      hostApi: '^1.0.0',
      singletons: { react: '^19.0.0' },
      routes: [route('/projects/eggs', 'src/eggs.page.tsx'), route('/projects/hens', 'src/hens.page.tsx')],
      cards: [
        {
          list: 'projects',
          order: 1,
          title: 'Eggs',
          description: 'Prices.',
          tags: ['Data'],
          date: 'Aug 1 2026',
          link: '/projects/eggs',
        },
      ],
      endpoints: ['/api/weekly-egg-report'],
      sizeBudget: { pageScriptKilobytes: 40 },
    },
    vite: {
      'virtual:entry': { file: 'remoteEntry.js', isEntry: true, dynamicImports: ['src/routes.ts'] },
      'src/routes.ts': { file: 'assets/routes.js', dynamicImports: ['src/eggs.page.tsx', 'src/hens.page.tsx'] },
      'src/eggs.page.tsx': { file: 'assets/eggs.js', css: ['assets/eggs.css'] },
      'src/hens.page.tsx': { file: 'assets/hens.js' },
    },
    files: {
      'remoteEntry.js': "export const get = () => import('./assets/routes.js');",
      'assets/routes.js':
        "export const routes = [{ path: '/projects/eggs', lazy: () => import('./eggs.js') }, { path: '/projects/hens', lazy: () => import('./hens.js') }];",
      'assets/eggs.js':
        "import { format } from './format.js'; export const Component = () => format(1); export const load = () => fetch('/api/weekly-egg-report'); export const start = () => new Worker(new URL('./counter.js', import.meta.url), { type: 'module' });",
      'assets/hens.js': 'export const Component = () => null;',
      'assets/format.js': 'export const format = (value) => `${value} $`;',
      'assets/counter.js': 'self.onmessage = ({ data }) => self.postMessage(data + 1);',
      'assets/eggs.css':
        '._table_1a2b3_1{color:red}._table_1a2b3_1 th,._row_1a2b3_2:hover>td{color:blue}@keyframes _in_1a2b3_1{from{opacity:0}to{opacity:1}}',
      'assets/egg.svg': '<svg xmlns="http://www.w3.org/2000/svg"><circle r="4"/></svg>',
    },
  };
}

/** Writes a build into a new folder. */
export async function writeDist({ container, contract, vite, files }: Dist) {
  const folder = await mkdtemp(join(tmpdir(), 'dist-'));
  const put = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  await put('remote.json', JSON.stringify({ container, contract }));
  await put('.vite/manifest.json', JSON.stringify(vite));
  for (const [path, text] of Object.entries(files)) await put(path, text);
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
