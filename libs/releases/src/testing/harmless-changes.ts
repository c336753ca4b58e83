import type { Dist } from './a-dist.ts';
import { aDrawing, anotherPage, aStill, contract, firstRoute, script, style } from './changes-of-a-dist.ts';

type Harmless = readonly [name: string, change: (dist: Dist) => void];

export const HARMLESS: readonly Harmless[] = [
  ['nothing but a comment', script('// tidied')],
  ['a new page', (dist) => anotherPage(dist, '/projects/coop')],
  ['an embed', (dist) => anotherPage(dist, '/embed/coop', { layout: 'bare' })],
  [
    'a page that is retired',
    (dist) => {
      dist.contract.routes.pop();
      Object.assign(dist.contract, { retired: ['/projects/hens'] });
    },
  ],
  ['a different title', firstRoute({ title: 'Eggs of the week' })],
  ['a different heading', firstRoute({ heading: 'EGGS' })],
  ['a different description', firstRoute({ description: 'All about eggs.' })],
  ['a different layout', firstRoute({ layout: 'full-bleed' })],
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
  ['the exact version of the host', contract({ hostApi: '1.0.0' })],
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
  ['the word eval in a string', script("export const warning = 'never use eval(text) or new Function(text)';")],
  ['a method called eval', script('export const result = { eval: (x) => x }.eval(2);')],
  ['innerHTML that is read', script('export const textOf = (element) => element.innerHTML.length;')],
  ['a write to a stream', script('export const save = (stream) => stream.write("a");')],
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
  ['a list of alternatives inside one of its own elements', style('._page_1a2b3_1 :is(button,select):focus-visible{color:red}')],
  ['alternatives that are all its own', style(':where(._a_1a2b3_1,._b_1a2b3_2 > li) + ._c_1a2b3_3::before{color:red}')],
  ['its own elements in a dark page', style(':root[data-theme=dark] ._a_1a2b3_1,:where(html) ._b_1a2b3_2{color:red}')],
  ['those of its own elements that contain something', style('._a_1a2b3_1:has(> input:checked){color:red}')],
  ['siblings inside one of its own elements', style('._kind_1a2b3_1 input:checked + span{color:red}')],
  ['every other one of its own elements', style(':nth-child(2n of ._a_1a2b3_1),._a_1a2b3_1:nth-child(odd){color:red}')],
  ['all but some of its own elements', style('._a_1a2b3_1:not(:has(._b_1a2b3_2,p)){color:red}')],
  ['a class with unusual characters', style('._a\\:b_1a2b3_1 [title="a > b, c"]/* body */ td{color:red}')],
  ['a nested rule in a condition', style('._a_1a2b3_1{@media print{p{color:red}> li + li{color:red}body &{color:red}}}')],
  ['a nested rule in a nested rule', style('._a_1a2b3_1{li{+ li{color:red}&:hover{color:red}}}')],
  ['a scope of its own', style('@scope (._a_1a2b3_1) to (._b_1a2b3_2){:scope{color:red}p{margin:0}}')],
  ['a layer of its own', style('@layer eggs{@supports (display:grid){._a_1a2b3_1{color:red}}}')],
  ['a nested rule', style('._card_1a2b3_7{& h2{margin:0}&:hover{color:red}}')],
  ['a picture in a style', style('._a_1a2b3_1{background:url(data:image/png;base64,AAAA)}')],
  ['a data file', (dist) => void (dist.files['assets/weeks.json'] = '[1,2,3]')],
  [
    'one more picture',
    (dist) => void (dist.files['assets/hen.svg'] = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'),
  ],
  ['a still', aStill()],
  ['a drawing in a card', aDrawing()],
  ['a sound', (dist) => void (dist.files['assets/cluck.mp3'] = 'ID3')],
];
