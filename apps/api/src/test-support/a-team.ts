import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { generateSigningKey, main, publicHalf } from '@site/releases';
import { closeAtEnd } from './left-open.ts';

interface BuildOptions {
  readonly text?: string;
  readonly path?: string;
  /** More pages. */
  readonly paths?: readonly string[];
  /** Pages that it no longer has. */
  readonly retired?: readonly string[];
  readonly bytes?: number;
  /** Title of a card for the list of projects. */
  readonly card?: string;
  readonly redirects?: Readonly<Record<string, string>>;
  /** Source map of the page's script. */
  readonly map?: string;
}

const CARD = { list: 'projects', order: 1, description: 'A card.', tags: [], date: 'Aug 11 2025' };

/** What the remote preset builds for a remote with one page. */
function distOf(
  app: string,
  { text = 'one', path = `/projects/${app}`, paths = [], retired, bytes = 0, card, redirects, map }: BuildOptions,
): Record<string, string> {
  const route = {
    title: app,
    heading: app,
    description: `The page of ${app}.`,
    headerLinks: 'black',
    layout: 'framed',
    indexable: true,
    moves: false,
    page: 'src/one.page.tsx',
  };
  const contract = {
    name: app,
    hostApi: '^1.0.0',
    singletons: {},
    routes: [path, ...paths].map((each) => ({ path: each, ...route })),
    cards: card === undefined ? [] : [{ ...CARD, title: card, link: path }],
    ...(redirects && { redirects }),
    ...(retired && { retired }),
    endpoints: [],
    sizeBudget: { pageScriptKilobytes: 40 },
  };
  const chunks = {
    'virtual:entry': { file: 'remoteEntry.js', isEntry: true, dynamicImports: ['src/routes.ts'] },
    'src/routes.ts': { file: 'assets/routes.js', dynamicImports: ['src/one.page.tsx'] },
    'src/one.page.tsx': { file: 'assets/one.js' },
  };
  return {
    'remote.json': JSON.stringify({ container: app.replaceAll('-', '_'), contract }),
    '.vite/manifest.json': JSON.stringify(chunks),
    'remoteEntry.js': "export const get = () => import('./assets/routes.js');",
    'assets/routes.js': `export const routes = [{ path: '${path}', lazy: () => import('./one.js') }];`,
    'assets/one.js': `export const Component = () => '${text}';`,
    'assets/picture.txt': 'x'.repeat(bytes),
    ...(map !== undefined && { 'assets/one.js.map': map }),
  };
}

export interface Team {
  /** Its repository. */
  readonly folder: string;
  readonly key: string;
  readonly publicKey: string;
  /** Runs a command in the team's folder with its key. Returns the exit code and all output. */
  readonly site: (...args: readonly string[]) => Promise<[code: number, said: string]>;
  /** Builds an app. Returns the command-line arguments that select the build. */
  readonly build: (app: string, options?: BuildOptions) => Promise<string[]>;
}

/** A team with its own key and folder, outside the site's. @param settings of the commands, besides the key */
export async function aTeam(key = generateSigningKey(), settings: Readonly<Record<string, string>> = {}): Promise<Team> {
  const folder = await mkdtemp(join(tmpdir(), 'team-'));
  closeAtEnd(() => rm(folder, { recursive: true, force: true }));
  let builds = 0;
  const put = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  await put('nx.json', '{}');
  return {
    folder,
    key,
    publicKey: publicHalf(key),
    site: async (...args) => {
      const { log, error } = console;
      const before = process.cwd();
      const lines: string[] = [];
      console.log = console.error = (line: string) => lines.push(line);
      process.chdir(folder);
      try {
        const env = { RELEASE_SIGNING_KEY: key, RELEASES_DIR: join(folder, 'releases'), ...settings };
        return [await main(args, env), lines.join('\n')];
      } finally {
        process.chdir(before);
        Object.assign(console, { log, error });
      }
    },
    build: async (app, options = {}) => {
      const dist = `dist-${++builds}`;
      await put(`apps/${app}/vite.config.ts`, '');
      await put(`apps/${app}/package.json`, '{"version":"0.1.0"}');
      for (const [path, text] of Object.entries(distOf(app, options))) await put(join(dist, path), text);
      return [app, '--from', join(folder, dist)];
    },
  };
}

/** The release named in a command's output. */
export const releaseIn = (said: string): string => /0\.1\.0-[0-9a-f]{12}/.exec(said)?.[0] ?? '';
