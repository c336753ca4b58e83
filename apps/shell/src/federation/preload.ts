import type { RemoteSource } from './remote-source.ts';

/** Integrity by absolute URL, as the document's import map states it. */
function readIntegrity(document: Document): ReadonlyMap<string, string> {
  const text = document.querySelector('script[type="importmap"]')?.textContent;
  const map: { readonly integrity?: Readonly<Record<string, string>> } = text ? JSON.parse(text) : {};
  return new Map(Object.entries(map.integrity ?? {}).map(([url, value]) => [new URL(url, document.baseURI).href, value]));
}

function filesOf({ entry, shared, preload }: RemoteSource) {
  return {
    scripts: new Set([entry, ...shared.scripts, ...preload.scripts]),
    styles: new Set([...shared.styles, ...preload.styles]),
  };
}

/**
 * Requests all files of a remote's page at once. A preload link counts for an import only when it carries the
 * integrity that the import map demands.
 */
export function createPreload(document: Document) {
  let integrity: ReadonlyMap<string, string> | undefined;
  const styleLoads = new Map<string, Promise<void>>();

  function makeLink(rel: string, href: string): HTMLLinkElement {
    integrity ??= readIntegrity(document);
    const link = document.createElement('link');
    link.rel = rel;
    link.crossOrigin = 'anonymous';
    const value = integrity.get(href);
    if (value) link.integrity = value;
    link.href = href;
    return link;
  }
  const findLink = (rel: string, href: string) =>
    [...document.querySelectorAll<HTMLLinkElement>(`link[rel="${rel}"]`)].find((link) => link.href === href);

  function addStyle(href: string): Promise<void> {
    const asked = styleLoads.get(href);
    if (asked) return asked;
    const present = findLink('stylesheet', href);
    // In some browsers a link that failed to load has a sheet too, an empty one.
    if (present?.sheet?.cssRules.length) return Promise.resolve();
    present?.remove();
    const link = makeLink('stylesheet', href);
    const load = new Promise<void>((resolve, reject) => {
      link.addEventListener('load', () => resolve());
      link.addEventListener('error', () => {
        styleLoads.delete(href);
        link.remove();
        reject(new Error(`the style ${href} did not load`));
      });
    });
    styleLoads.set(href, load);
    document.head.append(link);
    return load;
  }

  async function preload(source: RemoteSource, base: string): Promise<void> {
    const { scripts, styles } = filesOf(source);
    const urlOf = (file: string) => new URL(base + file, document.baseURI).href;
    for (const href of [...scripts].map(urlOf)) {
      if (!findLink('modulepreload', href)) document.head.append(makeLink('modulepreload', href));
    }
    await Promise.all([...styles].map((file) => addStyle(urlOf(file))));
  }

  function retire(base: string): void {
    const folder = new URL(base, document.baseURI).href;
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
      if (!link.href.startsWith(folder)) continue;
      link.remove();
      styleLoads.delete(link.href);
    }
  }

  return { preload, retire };
}
