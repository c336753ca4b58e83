import * as v from 'valibot';
import { AppNameSchema } from './app-name.ts';
import { describeIssues } from './describe-issues.ts';
import { isPattern, matchPath, pathsOverlap } from './path-pattern.ts';
import { storedObject } from './stored-object.ts';

const Path = v.pipe(v.string(), v.regex(/^\/[a-z0-9/-]*$/, 'must be an absolute path of lowercase words'));
/** A segment may be a parameter: `/projects/usda-reports/:slug`. */
const RoutePath = v.pipe(
  v.string(),
  v.regex(/^(?:\/|(?:\/(?::[a-z]+|[a-z0-9-]+))+)$/, 'must be an absolute path of lowercase words and :parameters'),
);
const Text = v.pipe(v.string(), v.minLength(1, 'must not be empty'), v.maxLength(300));
const PageModule = v.pipe(v.string(), v.regex(/^src\/.+\.page\.tsx$/, 'must name a src/….page.tsx module'));
const SemverRange = v.pipe(v.string(), v.regex(/^\^?\d+(\.\d+){0,2}$/, 'must be a version range such as ^1.0.0'));

/**
 * One page of a remote, under the path that visitors type. A path with parameters is one page, and one document, for many addresses;
 * the page itself may set a more specific title. An exact path comes before a pattern that matches it.
 */
const RemoteRouteSchema = v.strictObject({
  path: RoutePath,
  /** For a path with parameters: an address with content, for tests and pictures of every page. */
  example: v.optional(Path),
  /**
   * Path of a route of this remote with the same `page`: this one is a state of it, such as one picture in a gallery. The page
   * keeps its scroll position and focus when it changes between the two.
   */
  shownBy: v.optional(Path),
  /** Document title, without the owner's name. */
  title: Text,
  /** The page's one h1; the shell renders it before the remote's code arrives. */
  heading: Text,
  /** One sentence: meta description, and the line under the heading of a framed page. */
  description: Text,
  /** Color of the header's link text on this page. */
  headerLinks: v.picklist(['white', 'black']),
  /**
   * `framed` pages sit in the shell's page column; `full-bleed` pages fill the whole window; `bare` pages stand alone, without header
   * and footer. Only paths under /embed/, which other sites may show in a frame, are bare.
   */
  layout: v.picklist(['framed', 'full-bleed', 'bare']),
  /** `dark`: a full-bleed page that is dark in both color schemes. Its window is dark from the start, while its code loads. */
  ground: v.optional(v.literal('dark')),
  /** False keeps the page out of search engines. */
  indexable: v.boolean(),
  /** True where something moves by itself: the shell then shows its "Pause motion" control. */
  moves: v.boolean(),
  /**
   * Name of a still of the page, for cards and for links on social media: `stills/<name>-<scheme>-<width>.webp` in the remote's folder,
   * which `npm run stills` makes.
   */
  still: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/, 'must be a name of lowercase letters, digits and hyphens'))),
  /**
   * Module that draws the page's exhibit over its still, while a visitor points at the card (decision 0104). It exports `start`, as
   * `AliveModule` in `@site/host` describes, and includes no styles.
   */
  alive: v.optional(v.pipe(v.string(), v.regex(/^src\/.+\.alive\.ts$/, 'must name a src/….alive.ts module'))),
  /**
   * True: a browser that has opened the page keeps it, and opens it without a network (decision 0101). The page then has to
   * work without the API.
   */
  offline: v.optional(v.literal(true)),
  /** Module of the page, relative to the remote's folder. */
  page: PageModule,
});

/** A link to a page, shown in one of the site's lists. Lower `order` comes first. */
export const ProjectCardSchema = v.strictObject({
  list: v.picklist(['projects', 'drafts', 'more']),
  order: v.pipe(v.number(), v.integer()),
  title: Text,
  description: Text,
  tags: v.array(Text),
  /** Free text as shown to visitors: "Aug 11 2025". */
  date: Text,
  link: Path,
});

const SizeBudgetSchema = v.strictObject({
  /** Maximum compressed script that opening one page of the remote may cost, in kB (1,000 bytes). */
  pageScriptKilobytes: v.pipe(v.number(), v.minValue(1)),
});

/** What a remote promises to the site; `apps/<remote>/remote.contract.ts` exports one such object. */
const RemoteContractSchema = v.strictObject({
  name: AppNameSchema,
  /** Range of `@site/host` versions the remote was written for. */
  hostApi: SemverRange,
  /** Version ranges of the libraries that only the shell provides. */
  singletons: v.record(v.string(), SemverRange),
  routes: v.pipe(v.array(RemoteRouteSchema), v.minLength(1, 'must list at least one page')),
  cards: v.array(ProjectCardSchema),
  /** Paths of pages that were removed on purpose: without this the gate treats a missing page as a mistake. */
  retired: v.optional(v.array(RoutePath)),
  /** Redirects after the whole remote is retired, from a page's path to a page of another app. Other pages respond with 410. */
  redirects: v.optional(v.record(RoutePath, Path)),
  /** Paths under /api that the pages call. */
  endpoints: v.array(v.pipe(v.string(), v.startsWith('/api/'))),
  sizeBudget: SizeBudgetSchema,
});

/** Every pair of pages is compared, and every page of the site names all of them. */
const MAX_PAGES = 100;
const MAX_CARDS = 100;

export type RemoteRoute = v.InferOutput<typeof RemoteRouteSchema>;
export type ProjectCard = v.InferOutput<typeof ProjectCardSchema>;
export type RemoteContract = v.InferOutput<typeof RemoteContractSchema>;

const StoredCardSchema = storedObject(ProjectCardSchema.entries);

/**
 * A contract in the manifest of a release or in a registry. Early releases announced pages that did not exist yet: their `page` was
 * null, and cards could link to them. Both are left out, so that such a release can still be read and rolled back to.
 */
export const StoredContractSchema = v.pipe(
  storedObject({
    ...RemoteContractSchema.entries,
    routes: v.array(storedObject({ ...RemoteRouteSchema.entries, page: v.nullable(PageModule) })),
    cards: v.array(StoredCardSchema),
    sizeBudget: storedObject(SizeBudgetSchema.entries),
  }),
  v.transform(({ routes, cards, ...contract }): RemoteContract => {
    const announced = new Set(routes.flatMap(({ path, page }) => (page === null ? [path] : [])));
    return {
      ...contract,
      routes: routes.flatMap(({ page, ...route }) => (page === null ? [] : [{ ...route, page }])),
      cards: cards.filter(({ link }) => !announced.has(link)),
    };
  }),
);

/** Reads the drafts of a release, or the response of `GET /api/drafts`. @throws Error if it is not a list of cards */
export function parseDrafts(value: unknown): ProjectCard[] {
  const result = v.safeParse(v.array(StoredCardSchema), value);
  if (!result.success) throw new Error('the response is not a list of drafts');
  return result.output;
}

/**
 * Reads a value as a contract and checks what a schema cannot express: paths are claimed once, and cards
 * link to pages of the same remote.
 * @throws Error naming every wrong field
 */
export function parseRemoteContract(value: unknown, source: string): RemoteContract {
  const result = v.safeParse(RemoteContractSchema, value);
  if (!result.success) throw new Error(`${source}: ${describeIssues(result.issues)}`);
  const contract = result.output;
  const { routes, cards } = contract;
  if (routes.length > MAX_PAGES) throw new Error(`${source}: routes: ${routes.length} pages; at most ${MAX_PAGES}`);
  if (cards.length > MAX_CARDS) throw new Error(`${source}: cards: ${cards.length} cards; at most ${MAX_CARDS}`);
  const problems: string[] = [];
  const paths = new Set<string>();
  for (const route of contract.routes) {
    if (paths.has(route.path)) problems.push(`routes: ${route.path} is listed twice`);
    const rival = contract.routes.find(
      (other) => other !== route && isPattern(other.path) && pathsOverlap(other.path, route.path),
    );
    if (rival && isPattern(route.path)) problems.push(`routes: ${route.path} and ${rival.path} match the same addresses`);
    if (route.example !== undefined && (!isPattern(route.path) || !matchPath(route.path, route.example)))
      problems.push(`routes: ${route.path}: ${route.example} is not an example of it`);
    if (route.shownBy !== undefined) {
      const shown = contract.routes.find(({ path }) => path === route.shownBy);
      if (!shown || shown === route || shown.shownBy !== undefined || shown.page !== route.page)
        problems.push(`routes: ${route.path}: ${route.shownBy} is not another route with the same page`);
    }
    if (route.offline && isPattern(route.path))
      problems.push(`routes: ${route.path}: only a page without parameters can be kept for offline use`);
    if (route.alive !== undefined && route.still === undefined)
      problems.push(`routes: ${route.path}: only a page with a still can come alive in its card`);
    paths.add(route.path);
    if ((route.layout === 'bare') !== route.path.startsWith('/embed/')) {
      problems.push(`routes: ${route.path}: pages under /embed/ must have the layout "bare", and no other page may`);
    }
  }
  for (const card of contract.cards) {
    if (!paths.has(card.link)) problems.push(`cards: "${card.title}" links to ${card.link}, which is not a route of this remote`);
  }
  for (const [from, to] of Object.entries(contract.redirects ?? {})) {
    if (!paths.has(from)) problems.push(`redirects: ${from} is not a route of this remote`);
    if (paths.has(to)) problems.push(`redirects: ${from} leads to ${to}, which is retired with the same remote`);
  }
  if (problems.length > 0) throw new Error(`${source}: ${problems.join('; ')}`);
  return contract;
}
