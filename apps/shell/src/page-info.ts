import type { BootRoute, ShellPage } from '@site/contracts';

type Accent = 'orange' | 'sky' | 'rose' | 'green';

/** What the layout knows about the page inside it. */
export interface PageInfo extends Omit<ShellPage, 'path'> {
  readonly headerLinks: 'white' | 'black';
  readonly layout: 'home' | 'framed' | 'full-bleed' | 'bare';
  /** True where something moves by itself; `in-cards` where only an exhibit moves, in the card that the visitor points at. */
  readonly moves: boolean | 'in-cards';
  readonly accent: Accent;
  /** Path of the page of which this one is a state: a change between the two neither leaves nor opens a page. */
  readonly shownBy?: string;
  readonly status: 200 | 404;
}

interface OwnPage extends PageInfo {
  readonly path: string;
}

function ownPage(path: string, title: string, description: string, more: Partial<OwnPage> = {}): OwnPage {
  return {
    path,
    title,
    description,
    indexable: true,
    headerLinks: 'black',
    layout: 'framed',
    moves: false,
    accent: 'sky',
    status: 200,
    ...more,
  };
}

/** Pages that the shell owns. */
export const shellPages: readonly OwnPage[] = [
  ownPage('/', 'Home', 'Résumé, interactive projects, shop and contact.', {
    headerLinks: 'white',
    layout: 'home',
    moves: true,
  }),
  ownPage('/about', 'Résumé', 'Employers, with years and a description of the work.', {
    accent: 'orange',
    moves: true,
  }),
  ownPage('/projects', 'Projects', 'Small interactive experiments and public price viewers.', { moves: 'in-cards' }),
  ownPage('/projects/drafts', 'Draft Projects', 'Projects in development, behind a shared password.', {
    indexable: false,
  }),
  ownPage('/projects/header-test', 'Header Test', 'A static template page that describes the menu.', {
    indexable: false,
  }),
  ownPage('/portfolio', 'Shop', 'Things to buy, when there are any.', { accent: 'rose' }),
  ownPage('/contact', 'Contact', 'Where to find the owner of this site: LinkedIn, Instagram and X.', {
    accent: 'green',
    moves: true,
  }),
  ownPage('/offline', 'Offline', 'Exhibits that open without a connection.', { indexable: false }),
  ownPage('/privacy', 'Privacy', 'What this site keeps and sends.'),
];

export const notFoundPage: PageInfo = {
  title: 'Page Not Found',
  description: 'There is no page at this address.',
  indexable: false,
  headerLinks: 'black',
  layout: 'framed',
  moves: false,
  accent: 'rose',
  status: 404,
};

export function remotePageInfo(route: BootRoute): PageInfo {
  const { title, description, headerLinks, indexable, layout, moves, shownBy } = route;
  const own = shownBy === undefined ? {} : { shownBy };
  return { title, description, headerLinks, indexable, layout, moves, accent: 'sky', status: 200, ...own };
}
