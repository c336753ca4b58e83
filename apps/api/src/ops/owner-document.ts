import { createHash } from 'node:crypto';
import { ICON } from '../http/icon.ts';

const STYLE = `
:root{color-scheme:light dark;--ground:#fff;--ink:#14151a;--soft:#4c505c;--line:rgb(20 21 26/.14);--plate:rgb(255 255 255/.86);--bad:#b3151f;--good:#14692f;--fair:#8a4b00}
@media (prefers-color-scheme:dark){:root{--ground:#0b0e1a;--ink:#f3f4f8;--soft:#b4b9c9;--line:rgb(243 244 248/.18);--plate:rgb(20 25 42/.86);--bad:#ff8d92;--good:#6fe08f;--fair:#ffc46b}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;padding:clamp(1rem,4vw,3rem);background:radial-gradient(circle at 8% 0,#ff8a1f44 0 9rem,transparent 9.1rem),radial-gradient(circle at 96% 12%,#35b6ff3d 0 12rem,transparent 12.1rem),var(--ground);color:var(--ink);font:1rem/1.5 'Segoe UI','Helvetica Neue',Arial,sans-serif}
h1{margin:0 0 .25rem;font-size:clamp(1.8rem,5vw,3rem);letter-spacing:-.02em}
p{margin:0 0 1.5rem;color:var(--soft);max-width:65ch}
main{max-width:70rem;margin:auto}
section{background:var(--plate);border:1px solid var(--line);border-radius:24px;padding:1.25rem;margin:0 0 1.25rem}
h2{margin:0;font-size:1.2rem;overflow-wrap:anywhere}
.role{margin:0 0 .75rem;color:var(--soft)}
.bad{color:var(--bad);font-weight:600}
.good{color:var(--good);font-weight:600}
.scroll{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.35rem .6rem;text-align:right;border-top:1px solid var(--line);white-space:nowrap}
th:first-child,td:first-child{text-align:left}
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
td.why,th.why{text-align:left;white-space:normal;min-width:12rem}
a[aria-current]{color:var(--ink);font-weight:600;text-decoration:none}
img{display:block;max-width:100%;max-height:20rem;margin:0 0 .75rem;border-radius:12px}
form{display:inline-block;margin:0 .75rem 0 0}
button{min-height:44px;padding:.4rem 1.2rem;border:1px solid var(--ink);border-radius:22px;background:none;color:inherit;font:inherit;cursor:pointer}
`.trim();

export interface OwnerDocument {
  readonly html: string;
  /** Value of Content-Security-Policy: no scripts, and nothing of other origins. */
  readonly policy: string;
}

/** A page for the owner. @param parts HTML, with foreign text escaped */
export function ownerDocument(title: string, parts: readonly string[]): OwnerDocument {
  const html = [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<link rel="icon" href="${ICON}">`,
    `<style>${STYLE}</style></head><body><main><h1>${title}</h1>`,
    ...parts,
    '</main></body></html>',
  ].join('\n');
  const style = createHash('sha256').update(STYLE).digest('base64');
  return {
    html,
    policy: `default-src 'none'; style-src 'sha256-${style}'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  };
}
