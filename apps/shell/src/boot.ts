import type { BootData } from '@site/contracts';

/** Reads what the server wrote into the document. @throws Error when the document carries no boot data */
export function readBoot(document: Document): BootData {
  const text = document.getElementById('boot')?.textContent;
  if (!text) throw new Error('the document carries no boot data (<script type="application/json" id="boot">)');
  return JSON.parse(text) as BootData;
}
