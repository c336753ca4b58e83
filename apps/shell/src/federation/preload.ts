import { readIntegrity } from '../host/integrity.ts';
import { isSecondAddress } from './load-plan.ts';
import type { RemoteSource } from './remote-source.ts';

/** What a remote's page needs, relative to the address of its release. */
export function filesOf({ entry, shared, preload }: RemoteSource) {
  return {
    scripts: new Set([entry, ...shared.scripts, ...preload.scripts]),
    styles: new Set([...shared.styles, ...preload.styles]),
  };
}

/**
 * Requests all files of a remote's page at once. The browser uses a preload link for an import only if the link has the
 * integrity that the import map requires.
 *
 * WebKit never requests a preloaded script again once it has failed, not even in a later document of the process (decision 0075).
 * Scripts at the second address are therefore not preloaded but fetched, so that they can still arrive later.
 */
export function createPreload(document: Document) {
  let integrity: ReadonlyMap<string, string> | undefined;
  const styleLoads = new Map<string, Promise<void>>();
  const fetched = new Set<string>();

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

  /**
   * Removes a link, which may still be loading. It then gets no more events, but the code that added it may be waiting for one: a
   * remote's page waits for the links that its build adds, and so would every later attempt to load it.
   */
  function discard(link: HTMLLinkElement): void {
    link.remove();
    link.dispatchEvent(new Event('error'));
  }

  function addStyle(href: string): Promise<void> {
    const pending = styleLoads.get(href);
    if (pending) return pending;
    const present = findLink('stylesheet', href);
    // In some browsers a link that failed to load has a sheet too, an empty one.
    if (present?.sheet?.cssRules.length) return Promise.resolve();
    if (present) discard(present);
    const link = makeLink('stylesheet', href);
    const load = new Promise<void>((resolve, reject) => {
      link.addEventListener('load', () => resolve());
      link.addEventListener('error', () => {
        if (styleLoads.get(href) === load) styleLoads.delete(href);
        link.remove();
        reject(new Error(`the stylesheet ${href} did not load`));
      });
    });
    styleLoads.set(href, load);
    document.head.append(link);
    return load;
  }

  function preloadScript(href: string): void {
    if (!findLink('modulepreload', href)) document.head.append(makeLink('modulepreload', href));
  }
  /** Leaves the script in the browser's cache, where its import finds it. */
  async function fetchScript(href: string): Promise<void> {
    if (fetched.has(href)) return;
    fetched.add(href);
    try {
      const response = await fetch(href);
      // A response that is not read to its end is not cached.
      await response.arrayBuffer();
      if (!response.ok) fetched.delete(href);
    } catch {
      fetched.delete(href);
    }
  }

  async function preload(source: RemoteSource, base: string): Promise<void> {
    const { scripts, styles } = filesOf(source);
    const urlOf = (file: string) => new URL(base + file, document.baseURI).href;
    for (const href of [...scripts].map(urlOf)) {
      if (isSecondAddress(base)) void fetchScript(href);
      else preloadScript(href);
    }
    await Promise.all([...styles].map((file) => addStyle(urlOf(file))));
  }

  function retire(base: string): void {
    const folder = new URL(base, document.baseURI).href;
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
      if (!link.href.startsWith(folder)) continue;
      styleLoads.delete(link.href);
      discard(link);
    }
  }

  return { preload, retire };
}
