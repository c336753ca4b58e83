/** Integrity by absolute URL, as the document's import map states it. */
export function readIntegrity(document: Document): ReadonlyMap<string, string> {
  const text = document.querySelector('script[type="importmap"]')?.textContent;
  const map: { readonly integrity?: Readonly<Record<string, string>> } = text ? JSON.parse(text) : {};
  return new Map(Object.entries(map.integrity ?? {}).map(([url, value]) => [new URL(url, document.baseURI).href, value]));
}
