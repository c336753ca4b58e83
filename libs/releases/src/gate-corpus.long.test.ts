import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRemoteBuild } from './build-output.ts';
import { startCanary } from './canary.ts';
import { publish } from './publish.ts';
import { aDist, writeDist, type Dist } from './testing/a-dist.ts';
import { aRemoteBuild, aShellBuild, testKeys as keys } from './testing/builds.ts';

/** Remotes that would break the site, and the message with which each must be refused. */
type Break = readonly [name: string, change: (dist: Dist) => void, reason: RegExp];
type Harmless = readonly [name: string, change: (dist: Dist) => void];

const now = new Date('2026-11-20T10:00:00Z');
const script =
  (text: string, file = 'assets/hens.js') =>
  (dist: Dist) => {
    dist.files[file] = `${dist.files[file] ?? ''}\n${text}`;
  };
const style = (text: string) => script(text, 'assets/eggs.css');
const firstRoute = (change: Record<string, unknown>) => (dist: Dist) => void Object.assign(dist.contract.routes[0] ?? {}, change);
const contract = (change: Record<string, unknown>) => (dist: Dist) => void Object.assign(dist.contract, change);
const anotherPage = (dist: Dist, path: string, more: Record<string, unknown> = {}): void => {
  dist.contract.routes.push({ ...dist.contract.routes[0], path, page: 'src/coop.page.tsx', ...more });
  dist.vite['src/coop.page.tsx'] = { file: 'assets/coop.js' };
  dist.files['assets/coop.js'] = 'export const Component = () => null;';
};

/** The first page names a still: four files that are WebP by their first bytes. */
const aStill =
  (change: Record<string, string | undefined> = {}) =>
  (dist: Dist) => {
    firstRoute({ still: 'eggs' })(dist);
    for (const name of ['light-360', 'light-720', 'dark-360', 'dark-720']) {
      const text = name in change ? change[name] : 'RIFF....WEBPVP8 ';
      if (text !== undefined) dist.files[`stills/eggs-${name}.webp`] = text;
    }
  };

/** The first page's exhibit comes alive in its card; a separate module draws it. */
const aDrawing =
  (text = 'export const start = () => ({ step() {}, draw() {} });', chunk: Partial<Dist['vite'][string]> = {}) =>
  (dist: Dist) => {
    aStill()(dist);
    firstRoute({ alive: 'src/eggs.alive.ts' })(dist);
    dist.vite['src/eggs.alive.ts'] = { file: 'assets/eggs.alive.js', ...chunk };
    dist.files['assets/eggs.alive.js'] = text;
  };
const noise = (length: number) => Array.from({ length }, (_, n) => ((n * 7_919) % 99_991).toString(36)).join('');

const BREAKS: readonly Break[] = [
  ['a page of the shell', (dist) => anotherPage(dist, '/about'), /\/about is a page of the shell/],
  ['a page of another remote', (dist) => anotherPage(dist, '/projects/milk'), /\/projects\/milk belongs to milk/],
  ['a page that another remote is trying out', (dist) => anotherPage(dist, '/projects/cheese'), /belongs to the canary of milk/],
  ['a page listed twice', (dist) => anotherPage(dist, '/projects/eggs'), /\/projects\/eggs is listed twice/],
  [
    'a page that disappears',
    (dist) => void dist.contract.routes.pop(),
    /\/projects\/hens was a page until now; keep it, or list it/,
  ],
  ['a finished page that is being built again', firstRoute({ page: null }), /was finished and would be "being built" again/],
  ['a page that is both retired and listed', contract({ retired: ['/projects/eggs'] }), /is listed under retired and is a page/],
  [
    'a card that leads to another remote',
    (dist) => void Object.assign(dist.contract.cards[0] ?? {}, { link: '/projects/milk' }),
    /links to \/projects\/milk, which is not a route of this remote/,
  ],
  ['a page without a title', firstRoute({ title: '' }), /title: must not be empty/],
  ['a path in capitals', firstRoute({ path: '/projects/Eggs' }), /path: must be an absolute path/],
  ['an embed inside the frame', (dist) => anotherPage(dist, '/embed/eggs'), /pages under \/embed\/ have the layout bare/],
  ['a bare page outside /embed/', firstRoute({ layout: 'bare' }), /pages under \/embed\/ have the layout bare/],
  ['an unknown field', contract({ menu: true }), /menu/],
  ['no pages', contract({ routes: [] }), /must list at least one page/],
  ["another remote's name", contract({ name: 'milk' }), /calls itself milk/],
  ["another remote's container", (dist) => void (dist.container = 'milk'), /its container is named milk, which is milk's name/],
  [
    'a host that does not exist yet',
    contract({ hostApi: '^1.9.0' }),
    /needs @site\/host \^1\.9\.0; the live shell provides 1\.0\.0/,
  ],
  ['another React', contract({ singletons: { react: '^18.0.0' } }), /needs react \^18\.0\.0; the live shell provides 19\.3\.1/],
  [
    'a library that the shell does not have',
    contract({ singletons: { react: '^19.0.0', vue: '^3.0.0' } }),
    /the shell does not provide vue/,
  ],
  ['any version of React', contract({ singletons: { react: '*' } }), /must be a version range/],
  [
    'more than its own budget',
    script(`export const noise = '${noise(20_000)}';`),
    /costs \d+\.\d kB of script; the contract allows 40/,
  ],
  [
    'a budget beyond the site’s',
    contract({ sizeBudget: { pageScriptKilobytes: 900 } }),
    /its budget of 900 kB a page is over the site's limit of 150/,
  ],
  [
    'a call that the contract does not name',
    script("export const load = () => fetch('/api/drafts');"),
    /assets\/hens\.js calls \/api\/drafts, which the contract does not name/,
  ],
  ['a call to another origin', script("export const load = () => fetch('https://stats.example/hit');"), /calls another origin/],
  ['eval', script('export const run = (text) => eval(text);'), /calls eval/],
  ['a function built from text', script("export const run = new Function('return 1');"), /creates a function from text/],
  ['a timer with text', script("setTimeout('alert(1)', 10);"), /passes text to setTimeout as code/],
  [
    'innerHTML',
    script('export const show = (element, html) => { element.innerHTML = html; };'),
    /sets innerHTML; build elements/,
  ],
  [
    'insertAdjacentHTML',
    script("export const show = (element, html) => element.insertAdjacentHTML('beforeend', html);"),
    /calls insertAdjacentHTML/,
  ],
  ['document.write', script("document.write('<p>');"), /calls document\.write/],
  ['a script element', script("document.head.append(document.createElement('script'));"), /creates a script element/],
  ['a Trusted Types policy', script("trustedTypes.createPolicy('service-worker', {});"), /creates a Trusted Types policy/],
  ['a service worker', script("navigator.serviceWorker.register('/sw.js');"), /registers a service worker/],
  ['a worker from a blob', script("new Worker('blob:abc');"), /starts a worker from an address/],
  [
    'a copy of React',
    script('exports.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE = {};'),
    /contains its own copy of react/,
  ],
  [
    'a copy of the router',
    script("throw new Error('useLocation() may be used only in the context of a <Router> component.');"),
    /contains its own copy of @site\/router/,
  ],
  [
    "another remote's module",
    script("import '/r/milk/0.1.0-aaaaaaaaaaaa/remoteEntry.js';"),
    /imports \/r\/milk\/.*, which is not part of this release/,
  ],
  [
    'a module from another origin',
    script("import('https://cdn.example/x.js');"),
    /imports https:\/\/cdn\.example\/x\.js from another origin/,
  ],
  [
    'a module from another origin, as bundlers write it',
    script('import(`https://cdn.example/x.js`)'),
    /imports https:\/\/cdn\.example\/x\.js from another origin/,
  ],
  [
    'a missing chunk, as bundlers write it',
    script('import(`./gone.js`)'),
    /imports assets\/gone\.js, which the release does not have/,
  ],
  ['a name that no browser resolves', script("import 'lodash';"), /imports "lodash", which no browser can find/],
  ['a missing chunk', script("import './gone.js';"), /imports assets\/gone\.js, which the release does not have/],
  [
    'a page whose module was not built',
    (dist) => void delete dist.vite['src/hens.page.tsx'],
    /has no chunk src\/hens\.page\.tsx/,
  ],
  ['a page whose file is gone', (dist) => void delete dist.files['assets/hens.js'], /assets\/hens\.js/],
  ['a top-level await', script('export const data = await new Promise(() => {});'), /has a top-level await/],
  ['a script that does not parse', script('export const = 1;'), /cannot be read as a module/],
  [
    "the developer's own machine",
    script("export const api = 'http://localhost:3000/api';"),
    /an address of the developer's own machine/,
  ],
  ['a style for every paragraph', style('p{margin:0}'), /styles "p", which other pages have too/],
  ['a style for the whole document', style(':root{--ink:red}'), /styles ":root"/],
  ['a style for everything', style('*{box-sizing:border-box}'), /styles "\*"/],
  [
    'a style for the page besides a class of its own',
    style(':is(body,._a_1a2b3_1){color:red}'),
    /styles ":is\(body,._a_1a2b3_1\)"/,
  ],
  ['the same without specificity', style(':where(html, ._a_1a2b3_1){color:red}'), /styles ":where\(html, ._a_1a2b3_1\)"/],
  ['the same in an older spelling', style(':-webkit-any(nav,._a_1a2b3_1) a{color:red}'), /styles ":-webkit-any/],
  ['a page that contains one of its elements', style('body:has(:is(._a_1a2b3_1)){overflow:hidden}'), /styles "body:has/],
  ['anything that contains one of its elements', style(':has(> ._a_1a2b3_1){display:none}'), /styles ":has/],
  ['all but its own', style(':not(:not(footer):not(._a_1a2b3_1)){display:none}'), /styles ":not/],
  ['what comes after its own', style('._a_1a2b3_1 ~ footer{display:none}'), /styles "._a_1a2b3_1 ~ footer"/],
  ['a class that is only text in an attribute', style('p[title=".own"],a[href$=\\.png]{color:red}'), /styles "p\[title/],
  ['a class that is part of a name', style('p\\.own{color:red}'), /styles "p\\\.own"/],
  ['a class of the shell', style('.visually-hidden{position:static}'), /styles ".visually-hidden"/],
  ['one of many', style('._a_1a2b3_1,main{color:red}'), /styles "main"/],
  ['a nested rule that breaks out', style('._a_1a2b3_1{:is(body,&){color:red}}'), /styles ":is\(body,&\)"/],
  ['a nested rule that looks back', style('._a_1a2b3_1{body:has(&){color:red}}'), /styles "body:has\(&\)"/],
  ['a nested rule beside its own', style('._a_1a2b3_1{+ footer{color:red}}'), /styles "\+ footer"/],
  ['a nested rule in a condition', style('._a_1a2b3_1{@media print{header:not(&){display:none}}}'), /styles "header:not\(&\)"/],
  ['a style under a condition', style('@media print{@layer a{header{display:none}}}'), /styles "header"/],
  ['a scope of everything', style('@scope (main){p{margin:0}}'), /styles "main"/],
  ['a scope without a beginning', style('@scope{p{margin:0}}'), /opens a @scope/],
  ['the transition of every page', style('::view-transition-old(root){animation:none}'), /styles "::view-transition-old/],
  ['transitions switched on', style('@view-transition{navigation:auto}'), /changes the transitions between all pages/],
  ['the print layout of every page', style('@page{margin:0}'), /sets the print layout of every page/],
  ['an invalid selector', style('._a_1a2b3_1 >>> p{color:red}'), /has a selector that cannot be read/],
  ['a style sheet from elsewhere', style("@import 'https://fonts.example/a.css';"), /imports another style sheet/],
  [
    'a picture from elsewhere in a style',
    style('._a_1a2b3_1{background:url(https://img.example/a.png)}'),
    /loads a file from another origin/,
  ],
  ['a style sheet that does not parse', style('._a_1a2b3_1{color:red'), /cannot be read as a style sheet/],
  [
    'a document',
    (dist) => void (dist.files['assets/help.html'] = '<!doctype html>'),
    /assets\/help\.html is of a kind that a remote may not serve/,
  ],
  [
    'a picture with a script',
    (dist) => void (dist.files['assets/egg.svg'] = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    /assets\/egg\.svg contains a script/,
  ],
  [
    'a still without its dark version',
    aStill({ 'dark-720': undefined }),
    /\/projects\/eggs names the still stills\/eggs-dark-720\.webp, which is not in the release/,
  ],
  [
    'a still of more bytes than a card may cost',
    aStill({ 'light-360': `RIFF....WEBPVP8 ${'.'.repeat(9_000)}` }),
    /stills\/eggs-light-360\.webp has 9\.0 kB; a still of 360 px may have at most 9/,
  ],
  ['a still of another kind', aStill({ 'light-720': '<svg xmlns="">' }), /stills\/eggs-light-720\.webp is not a WebP picture/],
  [
    'a drawing in a card that costs as much as a page',
    aDrawing(`export const noise = '${noise(10_000)}';`),
    /the drawing in the card of \/projects\/eggs has \d+\.\d kB of script; at most 20/,
  ],
  [
    'a drawing in a card with styles',
    aDrawing(undefined, { css: ['assets/eggs.css'] }),
    /the drawing in the card of \/projects\/eggs loads the style assets\/eggs\.css/,
  ],
  [
    'a drawing in a card of a page without a still',
    firstRoute({ alive: 'src/eggs.alive.ts' }),
    /only a page with a still can come alive in its card/,
  ],
  ['a still outside its folder', firstRoute({ still: '../eggs' }), /still: must be a name of lower-case letters/],
];

const HARMLESS: readonly Harmless[] = [
  ['nothing but a comment', script('// tidied')],
  ['a new page', (dist) => anotherPage(dist, '/projects/coop')],
  ['a page that is still to be built', (dist) => anotherPage(dist, '/projects/coop', { page: null })],
  ['an embed', (dist) => anotherPage(dist, '/embed/coop', { layout: 'bare' })],
  [
    'a page that is retired',
    (dist) => {
      dist.contract.routes.pop();
      Object.assign(dist.contract, { retired: ['/projects/hens'] });
    },
  ],
  ['another title', firstRoute({ title: 'Eggs of the week' })],
  ['another heading', firstRoute({ heading: 'EGGS' })],
  ['another description', firstRoute({ description: 'All about eggs.' })],
  ['another layout', firstRoute({ layout: 'full-bleed' })],
  ['white links', firstRoute({ headerLinks: 'white' })],
  ['a page that search engines must not list', firstRoute({ indexable: false })],
  ['a page that moves', firstRoute({ moves: true })],
  [
    'one more card',
    (dist) => void dist.contract.cards.push({ ...dist.contract.cards[0], title: 'Hens', link: '/projects/hens' }),
  ],
  [
    'a draft',
    (dist) => void dist.contract.cards.push({ ...dist.contract.cards[0], list: 'drafts', title: 'Hens', link: '/projects/hens' }),
  ],
  ['no cards', contract({ cards: [] })],
  ['a lower budget', contract({ sizeBudget: { pageScriptKilobytes: 20 } })],
  ['a higher budget', contract({ sizeBudget: { pageScriptKilobytes: 60 } })],
  ['an older host', contract({ hostApi: '^1' })],
  ['the host as it is', contract({ hostApi: '1.0.0' })],
  ['a newer React that the shell has', contract({ singletons: { react: '^19.3.0' } })],
  ['no singletons', contract({ singletons: {} })],
  [
    'one more call, which the contract names',
    (dist) => {
      dist.contract.endpoints.push('/api/price-history');
      script("export const load = () => fetch('/api/price-history?commodity=egg');")(dist);
    },
  ],
  [
    'one fewer call',
    (dist) => {
      dist.contract.endpoints = ['/api/weekly-egg-report', '/api/usda-reports'];
    },
  ],
  [
    'an endpoint with a file extension',
    (dist) => {
      dist.contract.endpoints.push('/api/price-history.csv');
      script("export const csv = '/api/price-history.csv';")(dist);
    },
  ],
  ['the word eval in a text', script("export const warning = 'never use eval(text) or new Function(text)';")],
  ['a method called eval', script('export const result = { eval: (x) => x }.eval(2);')],
  ['innerHTML that is read', script('export const textOf = (element) => element.innerHTML.length;')],
  ['a text that is written', script('export const save = (stream) => stream.write("a");')],
  ['a timer with a function', script('setTimeout(() => undefined, 10);')],
  ['an element other than a script', script("export const box = () => document.createElement('div');")],
  ['a link to another site', script("export const source = 'https://www.ams.usda.gov/market-news';")],
  [
    'an import of its own',
    (dist) => {
      dist.files['assets/more.js'] = 'export const more = 1;';
      script("export { more } from './more.js';")(dist);
    },
  ],
  ['an import on demand', script("export const later = () => import('./format.js');")],
  ['an import as bundlers write it', script('export const later = () => import(`./format.js`);')],
  ['an import with a computed name', script('export const later = (name) => import(`./${name}.js`);')],
  ['an await inside a function', script('export async function load() { for await (const part of []) await part; }')],
  ['an await in a method', script('export class Reader { async read() { return await 1; } static x = async () => await 2; }')],
  ['an async IIFE', script('void (async () => { await 1; })();')],
  ['a class and an element', style('._list_1a2b3_9 li:not(:last-child){margin:0}')],
  ['a condition', style('@media (max-width:390px){._row_1a2b3_2{display:block}}')],
  ['a container', style('@container (min-width:30rem){._row_1a2b3_2{display:grid}}')],
  ['one more animation', style('@keyframes _out_1a2b3_1{0%{opacity:1}100%{opacity:0}}')],
  ['choices inside its own', style('._page_1a2b3_1 :is(button,select):focus-visible{color:red}')],
  ['choices of its own', style(':where(._a_1a2b3_1,._b_1a2b3_2 > li) + ._c_1a2b3_3::before{color:red}')],
  ['its own in a dark page', style(':root[data-theme=dark] ._a_1a2b3_1,:where(html) ._b_1a2b3_2{color:red}')],
  ['its own that contain something', style('._a_1a2b3_1:has(> input:checked){color:red}')],
  ['siblings inside its own', style('._kind_1a2b3_1 input:checked + span{color:red}')],
  ['every other one of its own', style(':nth-child(2n of ._a_1a2b3_1),._a_1a2b3_1:nth-child(odd){color:red}')],
  ['all but some of its own', style('._a_1a2b3_1:not(:has(._b_1a2b3_2,p)){color:red}')],
  ['a class with unusual characters', style('._a\\:b_1a2b3_1 [title="a > b, c"]/* body */ td{color:red}')],
  ['a nested rule in a condition', style('._a_1a2b3_1{@media print{p{color:red}> li + li{color:red}body &{color:red}}}')],
  ['a nested rule in a nested rule', style('._a_1a2b3_1{li{+ li{color:red}&:hover{color:red}}}')],
  ['a scope of its own', style('@scope (._a_1a2b3_1) to (._b_1a2b3_2){:scope{color:red}p{margin:0}}')],
  ['a layer of its own', style('@layer eggs{@supports (display:grid){._a_1a2b3_1{color:red}}}')],
  ['a nested rule', style('._card_1a2b3_7{& h2{margin:0}&:hover{color:red}}')],
  ['a picture in a style', style('._a_1a2b3_1{background:url(data:image/png;base64,AAAA)}')],
  ['a file of data', (dist) => void (dist.files['assets/weeks.json'] = '[1,2,3]')],
  [
    'one more picture',
    (dist) => void (dist.files['assets/hen.svg'] = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'),
  ],
  ['a still', aStill()],
  ['a drawing in a card', aDrawing()],
  ['a sound', (dist) => void (dist.files['assets/cluck.mp3'] = 'ID3')],
];

let root: string;
/** A shell, another remote with a canary, and the unchanged remote. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'gate-'));
  await publish(root, aShellBuild('19.3.1', ['/', '/about']), keys, now);
  const milk = aRemoteBuild({ path: '/projects/milk' });
  const asMilk = (build: typeof milk) => ({
    ...build,
    manifest: { ...build.manifest, app: 'milk', container: 'milk' } as typeof build.manifest,
  });
  await publish(root, asMilk(milk), keys, now);
  const tried = aRemoteBuild({ path: '/projects/cheese', hash: 'b', retired: ['/projects/milk'] });
  await startCanary(root, asMilk(tried), { share: 0.05, maxErrorRate: 0.02 }, keys, now);
  await publishDist(aDist());
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function publishDist(dist: Dist) {
  const { folder, remove } = await writeDist(dist);
  try {
    return await publish(root, await readRemoteBuild('eggs', '0.1.0', folder), keys, now);
  } finally {
    await remove();
  }
}
const changed = (change: (dist: Dist) => void): Dist => {
  const dist = aDist();
  change(dist);
  return dist;
};

test('the corpus has at least 40 breaking and 40 harmless changes', () => {
  expect(BREAKS.length).toBeGreaterThanOrEqual(40);
  expect(HARMLESS.length).toBeGreaterThanOrEqual(40);
  process.stderr.write(`the gate's corpus: ${BREAKS.length} breaks, ${HARMLESS.length} harmless changes\n`);
});

test.each(BREAKS)('%s is refused with the reason', async (_name, change, reason) => {
  await expect(publishDist(changed(change))).rejects.toThrow(reason);
});

test.each(HARMLESS)('%s is accepted', async (_name, change) => {
  expect(await publishDist(changed(change))).toMatchObject({ app: 'eggs', changed: true });
});
