import type { Browser } from '@playwright/test';

/** What one length takes on the reference, ms: a core as fast as the one on which the pages' limits were first met. */
const REFERENCE_MS = 6;
const LENGTHS = 20;

/**
 * One length: sorts, builds and lays out what a page of this site would, in a page of its own. Text, closures and boxes in
 * about equal parts, because a machine may be slow at one of them alone.
 */
function length(): number {
  const start = performance.now();
  const words = Array.from({ length: 4_000 }, (_, index) => `${(index * 7_919) % 4_000} of ${index % 7}`);
  const ordered = words.toSorted((one, other) => one.localeCompare(other));
  const table = document.createElement('table');
  for (let row = 0; row < 120; row += 1) {
    const line = table.insertRow();
    for (let cell = 0; cell < 6; cell += 1) line.insertCell().textContent = ordered[row * 6 + cell] ?? '';
  }
  document.body.replaceChildren(table);
  // Asking for a size lays the page out.
  const height = table.getBoundingClientRect().height;
  if (!(height > 0)) throw new Error('the yardstick laid nothing out');
  return performance.now() - start;
}

/**
 * How many times slower than the reference this machine is at this moment. Rented machines differ twofold and change within
 * a day; a page is judged by what it would take on the reference.
 */
export async function slowness(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  try {
    const times: number[] = [];
    // The first ones are run by the interpreter, and what disturbs the others only adds to them.
    for (let turn = 0; turn < LENGTHS; turn += 1) times.push(await page.evaluate(length));
    return Math.min(...times) / REFERENCE_MS;
  } finally {
    await page.close();
  }
}
