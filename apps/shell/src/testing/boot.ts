import type { BootData, BootPreviousRelease, BootRemote, BootRoute, ProjectCard } from '@site/contracts';

export function aRoute(more: Partial<BootRoute> = {}): BootRoute {
  return {
    path: '/projects/analog-clock',
    title: 'Analog Clock',
    heading: 'ANALOG CLOCK',
    description: 'Three hands and a face.',
    headerLinks: 'black',
    layout: 'framed',
    indexable: true,
    moves: true,
    preload: { scripts: ['assets/clock.js'], styles: ['assets/clock.css'] },
    ...more,
  };
}

export function aRemote(more: Partial<BootRemote> = {}): BootRemote {
  const release = '1.2.0-0123456789ab';
  return {
    name: 'demos-games',
    release,
    base: `/r/demos-games/${release}/`,
    entry: 'remoteEntry.js',
    container: 'demos_games',
    shared: { scripts: ['assets/app.js'], styles: [] },
    routes: [aRoute()],
    previous: null,
    ...more,
  };
}

/** The release before that of `aRemote`, with these pages. */
export function aPreviousRelease(routes: readonly BootRoute[]): BootPreviousRelease {
  const release = '1.1.0-ba9876543210';
  const files = { scripts: [], styles: [] };
  return {
    release,
    base: `/r/demos-games/${release}/`,
    entry: 'remoteEntry.js',
    container: 'demos_games',
    shared: files,
    pages: Object.fromEntries(routes.map(({ path }) => [path, files])),
  };
}

export function aCard(more: Partial<ProjectCard> = {}): ProjectCard {
  return {
    list: 'projects',
    order: 1,
    title: 'Analog Clock',
    description: 'Three hands and a face.',
    tags: ['Clock'],
    date: 'May 8 2025',
    link: '/projects/analog-clock',
    ...more,
  };
}

export function aBoot(more: Partial<BootData> = {}): BootData {
  return { serial: 1, shell: '1.0.0-abcdefabcdef', overrides: [], remotes: [aRemote()], cards: [], ...more };
}
