import type { Dist } from './a-dist.ts';
import { aDrawing, anotherPage, aStill, contract, firstRoute, script, style } from './changes-of-a-dist.ts';

type BreakingChange = readonly [name: string, change: (dist: Dist) => void, reason: RegExp];

const noise = (length: number) => Array.from({ length }, (_, n) => ((n * 7_919) % 99_991).toString(36)).join('');

/** Remotes that would break the site, and the message with which each must be refused. */
export const BREAKING_CHANGES: readonly BreakingChange[] = [
  ['a page of the shell', (dist) => anotherPage(dist, '/about'), /\/about is a page of the shell/],
  ['a page of another remote', (dist) => anotherPage(dist, '/projects/milk'), /\/projects\/milk belongs to milk/],
  ['a page that another remote is trying out', (dist) => anotherPage(dist, '/projects/cheese'), /belongs to the canary of milk/],
  ['a page listed twice', (dist) => anotherPage(dist, '/projects/eggs'), /\/projects\/eggs is listed twice/],
  [
    'a page that disappears',
    (dist) => void dist.contract.routes.pop(),
    /\/projects\/hens was a page until now; keep it, or list it/,
  ],
  ['a page without a module', firstRoute({ page: null }), /routes\.0\.page/],
  ['a page that is both retired and listed', contract({ retired: ['/projects/eggs'] }), /is listed under retired and is a page/],
  [
    'a card that leads to another remote',
    (dist) => void Object.assign(dist.contract.cards[0] ?? {}, { link: '/projects/milk' }),
    /links to \/projects\/milk, which is not a route of this remote/,
  ],
  ['a page without a title', firstRoute({ title: '' }), /title: must not be empty/],
  ['a path with a capital letter', firstRoute({ path: '/projects/Eggs' }), /path: must be an absolute path/],
  ['an embed inside the frame', (dist) => anotherPage(dist, '/embed/eggs'), /pages under \/embed\/ must have the layout "bare"/],
  ['a bare page outside /embed/', firstRoute({ layout: 'bare' }), /pages under \/embed\/ must have the layout "bare"/],
  ['an unknown field', contract({ menu: true }), /menu/],
  ['no pages', contract({ routes: [] }), /must list at least one page/],
  ["another remote's name", contract({ name: 'milk' }), /calls itself milk/],
  ["another remote's container", (dist) => void (dist.container = 'milk'), /its container is named milk, which is milk's name/],
  [
    'a host that does not exist yet',
    contract({ hostApi: '^1.9.0' }),
    /needs @site\/host \^1\.9\.0; the live shell provides 1\.0\.0/,
  ],
  ['React 18', contract({ singletons: { react: '^18.0.0' } }), /needs react \^18\.0\.0; the live shell provides 19\.3\.1/],
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
  [
    'hundreds of scripts, which every page of the site would name',
    (dist) => {
      for (let index = 0; index < 300; index += 1) dist.files[`assets/part-${index}.js`] = `export const part = ${index};`;
    },
    /it adds \d+\.\d kB to every page of the site \(2 pages, 1 card, 306 scripts\); at most 64/,
  ],
  [
    'text that is too long in total',
    (dist) => {
      const tags = Array.from({ length: 300 }, () => '<'.repeat(100));
      dist.contract.cards.push({ ...dist.contract.cards[0], tags });
    },
    /it adds \d+\.\d kB to every page of the site \(2 pages, 2 cards, 6 scripts\); at most 64/,
  ],
  ['a style whose file is gone', (dist) => void delete dist.files['assets/eggs.css'], /assets\/eggs\.css is needed by a page/],
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
  ['everything except its own elements', style(':not(:not(footer):not(._a_1a2b3_1)){display:none}'), /styles ":not/],
  ['what comes after its own elements', style('._a_1a2b3_1 ~ footer{display:none}'), /styles "._a_1a2b3_1 ~ footer"/],
  ['a class that is only text in an attribute', style('p[title=".own"],a[href$=\\.png]{color:red}'), /styles "p\[title/],
  ['a class that is part of a name', style('p\\.own{color:red}'), /styles "p\\\.own"/],
  ['a class of the shell', style('.visually-hidden{position:static}'), /styles ".visually-hidden"/],
  ["a class of the shell's header and footer", style('.screen-only{display:none}'), /styles ".screen-only"/],
  ['one of many', style('._a_1a2b3_1,main{color:red}'), /styles "main"/],
  ['a nested rule that breaks out', style('._a_1a2b3_1{:is(body,&){color:red}}'), /styles ":is\(body,&\)"/],
  ['a nested rule that looks back', style('._a_1a2b3_1{body:has(&){color:red}}'), /styles "body:has\(&\)"/],
  ['a nested rule for what comes after its own elements', style('._a_1a2b3_1{+ footer{color:red}}'), /styles "\+ footer"/],
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
    'a still that is larger than a card allows',
    aStill({ 'light-360': `RIFF....WEBPVP8 ${'.'.repeat(9_000)}` }),
    /stills\/eggs-light-360\.webp is 9\.0 kB; a still of 360 px may be at most 9/,
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
  ['a still outside its folder', firstRoute({ still: '../eggs' }), /still: must be a name of lowercase letters/],
];
