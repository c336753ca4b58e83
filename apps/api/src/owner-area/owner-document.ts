import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { ICON } from '../http/icon.ts';
import { ownerBy, type OwnerBy } from '../ops/owner.guard.ts';

const STYLE = `
:root{color-scheme:light dark;--ground:#fff;--ink:#14151a;--soft:#4c505c;--line:rgb(20 21 26/.14);--plate:rgb(255 255 255/.86);--bad:#b3151f;--good:#14692f;--fair:#8a4b00}
@media (prefers-color-scheme:dark){:root{--ground:#0b0e1a;--ink:#f3f4f8;--soft:#b4b9c9;--line:rgb(243 244 248/.18);--plate:rgb(20 25 42/.86);--bad:#ff8d92;--good:#6fe08f;--fair:#ffc46b}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;padding:clamp(1rem,4vw,3rem);background:radial-gradient(circle at 8% 0,#ff8a1f44 0 9rem,transparent 9.1rem),radial-gradient(circle at 96% 12%,#35b6ff3d 0 12rem,transparent 12.1rem),var(--ground);color:var(--ink);font:1rem/1.5 'Segoe UI','Helvetica Neue',Arial,sans-serif}
h1{margin:0 0 .25rem;font-size:clamp(1.8rem,5vw,3rem);letter-spacing:-.02em}
p{margin:0 0 1.5rem;color:var(--soft);max-width:65ch}
main{max-width:70rem;margin:auto}
section{background:var(--plate);border:1px solid var(--line);border-radius:24px;padding:1.25rem;margin:0 0 1.25rem}
section p{margin:0 0 .5rem}
section>:last-child{margin-bottom:0}
h2{margin:0 0 .25rem;font-size:1.2rem;overflow-wrap:anywhere}
.role{margin:0 0 .75rem;color:var(--soft)}
.bad{color:var(--bad);font-weight:600}
.good{color:var(--good);font-weight:600}
.scroll{overflow-x:auto;background:linear-gradient(to left,var(--ground),transparent) 100% 0/2rem 100% no-repeat local,linear-gradient(to left,var(--line),transparent) 100% 0/1rem 100% no-repeat}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.35rem .6rem;text-align:right;border-top:1px solid var(--line);white-space:nowrap}
th:first-child,td:first-child{text-align:left}
@media (max-width:40rem){th:first-child:not(.time),td:first-child{white-space:normal}}
thead th{border:0;color:var(--soft);font-weight:500}
code{overflow-wrap:anywhere}
a{color:inherit}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:1rem;margin:0 0 1rem}
figure{margin:0}
figcaption{color:var(--soft)}
figure svg{display:block;width:100%;overflow:visible}
svg line{stroke:var(--line)}
svg text{fill:var(--soft);font-size:10px}
svg .start{stroke:var(--soft);stroke-dasharray:2 3}
svg .good{fill:var(--good)}
svg .fair{fill:var(--fair)}
svg .poor{fill:var(--bad)}
td.good,td.fair,td.poor{font-weight:600}
td.fair{color:var(--fair)}
td.poor{color:var(--bad)}
td.text,th.text{text-align:left}
td.why,th.why{text-align:left;white-space:normal;min-width:12rem}
a[aria-current]{color:var(--ink);font-weight:600;text-decoration:none}
img{display:block;width:100%;max-height:20rem;object-fit:contain;border-radius:12px}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:1rem;margin:0 0 1rem;padding:0;list-style:none}
.card{padding:1.25rem;background:var(--plate);border:1px solid var(--line);border-radius:24px}
.card:focus-within{border-color:var(--ink)}
.card p,.card ul{margin:.5rem 0}
.card ul{padding-left:1.25rem;overflow-wrap:anywhere}
.look{margin:.75rem 0;cursor:pointer}
.look img{margin:.5rem 0 0;clip-path:inset(0 round 12px);filter:blur(1.5rem)}
.reveal:checked~img{filter:none}
input[type=checkbox]{width:24px;height:24px;margin:0 .25rem 0 0;vertical-align:-6px;accent-color:var(--ink)}
.buttons,.bulk{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem}
.bulk{position:sticky;bottom:0;margin:0 0 1rem;padding:.75rem 1rem;background:var(--ground);border:1px solid var(--line);border-radius:24px;max-width:none}
kbd{padding:0 .35rem;border:1px solid var(--line);border-radius:6px;font:inherit}
@media (max-width:40rem){.bulk{position:static}}
#undo{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1.5rem}
#undo p{margin:0}
nav{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1.5rem;max-width:70rem;margin:0 auto 1.5rem}
nav ul{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;flex:1;margin:0;padding:0;list-style:none}
@media (max-width:40rem){nav ul{flex-basis:100%}}
nav a{display:inline-block;padding:.6rem 0}
summary{min-height:44px;padding:.6rem 0;cursor:pointer}
.facts{margin:0}
.facts div{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.35rem 0;border-top:1px solid var(--line)}
.facts dt{flex:0 1 20rem}
.facts dd{flex:1 1 12rem;margin:0;overflow-wrap:anywhere}
.choices{margin:0;padding:0;list-style:none}
.choices li{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1rem;margin:0 0 .5rem}
label{display:block;margin:0 0 .25rem}
input[type=password],input[type=text]{width:min(100%,24rem);min-height:44px;margin:0 0 1rem;padding:.4rem .8rem;border:1px solid var(--ink);border-radius:12px;background:none;color:inherit;font:inherit}
:focus-visible{outline:3px solid var(--ink);outline-offset:3px}
button{min-height:44px;padding:.4rem 1.2rem;border:1px solid var(--ink);border-radius:22px;background:none;color:inherit;font:inherit;cursor:pointer}
`.trim();

/** A page of the owner's area. */
export interface OwnerPage {
  readonly title: string;
  /** HTML, with untrusted text escaped. */
  readonly parts: readonly string[];
  /** Path of the page's script, if it has one. */
  readonly script?: string;
}

const PAGES = [
  ['/owner', 'Releases'],
  ['/owner/visitors', 'Visitors'],
  ['/owner/errors', 'Errors'],
  ['/owner/reports', 'Reports'],
  ['/owner/gallery', 'Gallery'],
  ['/owner/prices', 'Prices'],
  ['/owner/jobs', 'Jobs'],
  ['/owner/backups', 'Backups'],
  ['/owner/settings', 'Settings'],
] as const;

type OwnerPath = (typeof PAGES)[number][0];

function navigation(path: OwnerPath, by: OwnerBy): string {
  const links = PAGES.map(
    ([address, name]) => `<li><a href="${address}"${address === path ? ' aria-current="page"' : ''}>${name}</a></li>`,
  );
  const leave = by === 'session' ? '<form method="post" action="/owner/logout"><button>Log out</button></form>' : '';
  return `<nav aria-label="Owner pages"><ul>${links.join('')}</ul>${leave}</nav>`;
}

function send(response: Response, { title, parts, script }: OwnerPage, before: string): void {
  const html = [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<link rel="icon" href="${ICON}">`,
    `<style>${STYLE}</style>${script === undefined ? '' : `<script src="${script}" defer></script>`}</head>`,
    `<body>${before}<main><h1>${title}</h1>`,
    ...parts,
    '</main></body></html>',
  ].join('\n');
  const style = createHash('sha256').update(STYLE).digest('base64');
  const scripts = script === undefined ? '' : " script-src 'self';";
  response
    .set({
      'Content-Security-Policy': `default-src 'none';${scripts} style-src 'sha256-${style}'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      // Not `no-referrer`: the page's forms would then have no origin, and be rejected.
      'Referrer-Policy': 'same-origin',
    })
    .type('html')
    .send(html);
}

/** Sends a page to the owner, whom the guard has recognized. @param path of the page in the navigation */
export function sendOwnerPage(response: Response, path: OwnerPath, page: OwnerPage): void {
  send(response, page, navigation(path, ownerBy(response)));
}

/** Sends a page to somebody who is not known to be the owner. */
export function sendLoginPage(response: Response, page: OwnerPage): void {
  send(response, page, '');
}
