/*
 * WebKit (2.50, Safari 26) keeps a preloaded file that failed: in this document and in every later one of the same process it fails again
 * without a request, so that not even a reload brings it. A request of another kind to the same address makes WebKit forget it.
 */

const isThere = (url: string) =>
  fetch(url, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Asks for all files that the document preloads from a folder, so that those that failed are requested again when they are next needed.
 * @returns true if the server has all of them now
 */
export async function forgetFailedFiles(document: Document, folder: string): Promise<boolean> {
  const start = new URL(folder, document.baseURI).href;
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"], link[rel="preload"][as="style"]');
  const urls = [...links].map(({ href }) => href).filter((href) => href.startsWith(start));
  return (await Promise.all(urls.map(isThere))).every(Boolean);
}
