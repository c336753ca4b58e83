// Opens a page, and takes its picture once nothing changes anymore, for tools/sheets.mjs and tools/stills.mjs.

/** The moment, place and language of every picture. */
export const TIME = new Date('2026-11-20T10:08:41.000+01:00');
export const PLACE = { timezoneId: 'Europe/Paris', locale: 'en-US' };

/** Goes to an address, and waits for its data and fonts. */
export async function openSettled(page, address) {
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/**
 * A picture of the page once it looks the same twice in a row: drawn, loaded, and composed.
 * @param maxLooks after which the last picture is taken as it is
 * @param options of `page.screenshot`
 */
export async function pictureOf(page, maxLooks, options = {}) {
  const take = () => page.screenshot({ animations: 'disabled', ...options });
  let before = await take();
  for (let look = 0; look < maxLooks; look += 1) {
    await new Promise((done) => setTimeout(done, 150));
    const now = await take();
    if (now.equals(before)) break;
    before = now;
  }
  return before;
}
