import { expect, test } from '../support/engines/test.ts';

const readout = (name: string) => `document.querySelector('[data-readout=${name}]')?.textContent`;

test('333 balls fall and come to rest, and Space bursts the pile', async ({ enginePage, site }) => {
  await enginePage.resize(800, 500);
  await enginePage.open(`${site.url}/projects/333-balls`);
  await enginePage.expectValue(readout('count'), '333 balls');
  await enginePage.evaluate(`(() => {
    const fastest = document.querySelector('[data-readout=fastest]');
    window.topSpeed = 0;
    new MutationObserver(() => {
      window.topSpeed = Math.max(window.topSpeed, Number.parseFloat(fastest.textContent) || 0);
    }).observe(fastest, { subtree: true, childList: true, characterData: true });
  })()`);
  const isFast = () => expect.poll(() => enginePage.evaluate<number>('window.topSpeed')).toBeGreaterThan(4);
  // At the beginning the readout says "at rest" too. So first wait until a ball is fast, falling or thrown; once all are slow, only a
  // throw makes one fast.
  await enginePage.drag([{ x: 450, y: 250 }]);
  // With the keyboard, because on a slow machine the driver's press is too long for a click.
  await enginePage.press(' ');
  await isFast();
  await expect.poll(() => enginePage.evaluate<string>(readout('fastest'))).toMatch(/at rest|^[0-3]\./);
  await enginePage.evaluate('window.topSpeed = 0');
  await enginePage.press(' ');
  await isFast();
  await enginePage.resize(1280, 800);
  expect(enginePage.log()).toEqual([]);
});

test('a stroke is painted, and the picture saved', async ({ enginePage, site }) => {
  await enginePage.resize(940, 560);
  await enginePage.open(`${site.url}/projects/monet-paint?palette=poppies`);
  const state = "document.querySelector('[data-paint]')?.getAttribute('data-paint')";
  // If the graphics card has no precise color formats, the page paints its plain picture.
  await expect.poll(() => enginePage.evaluate(state)).toMatch(/flowing|still|plain/);
  await enginePage.drag([
    { x: 650, y: 250 },
    { x: 690, y: 280 },
    { x: 730, y: 260 },
  ]);
  const { name, content } = await enginePage.savedFile(() => enginePage.click({ role: 'button', name: 'Save PNG' }));
  expect(name).toBe('monet-paint-poppies.png');
  expect([content.readUInt32BE(16), content.readUInt32BE(20)]).toEqual([940, 560]);
  await enginePage.resize(1280, 800);
  expect(enginePage.log()).toEqual([]);
});

test('each clock shows the current second', async ({ enginePage, site }) => {
  for (const path of ['analog-clock', 'clocks', 'trump-clock', 'golf-clock']) {
    await enginePage.open(`${site.url}/projects/${path}`);
    // The hand agrees with the device's clock to within one second.
    const isOnTime = `(() => {
      const hand = document.querySelector('main [role=img]');
      if (!hand) return null;
      const angle = Number.parseFloat(getComputedStyle(hand).getPropertyValue('--second'));
      const behind = (new Date().getSeconds() - angle / 6 + 60) % 60;
      return Math.min(behind, 60 - behind) <= 1;
    })()`;
    await enginePage.expectValue(isOnTime, true);
  }
  expect(enginePage.log()).toEqual([]);
});

test('on a phone only a gap separates the game’s choices from the text below them', async ({ enginePage, site }) => {
  await enginePage.resize(390, 844);
  await enginePage.open(`${site.url}/projects/tennis-ball-gun`);
  // Nothing but the column's gap of 24 px; in some layouts WebKit adds the height of a legend, 20 px, twice.
  const isClose = `(() => {
    const last = document.querySelector('fieldset > :last-child');
    const below = [...document.querySelectorAll('h2, h3')].find((heading) => heading.textContent === 'How to Play');
    if (!last || !below) return false;
    return below.getBoundingClientRect().top - last.getBoundingClientRect().bottom < 32;
  })()`;
  await enginePage.expectValue(isClose, true);
  await enginePage.resize(1280, 800);
});

test('the game can be played by keyboard, and a link to a run replays it to the same score', async ({ enginePage, site }) => {
  await enginePage.resize(900, 700);
  await enginePage.open(`${site.url}/projects/tennis-ball-gun?seed=7`);
  await enginePage.click({ role: 'button', name: 'START GAME' });
  const shots = readout('accuracy');
  await enginePage.keyDown('ArrowRight');
  await enginePage.keyDown(' ');
  await expect.poll(() => enginePage.evaluate(shots)).toMatch(/^\d+%$/);
  await enginePage.keyUp(' ');
  await enginePage.keyUp('ArrowRight');
  await enginePage.press('Escape');
  await enginePage.expectText('PAUSED');
  await enginePage.evaluate(`void Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: (text) => { window.copied = text; return Promise.resolve(); } },
  })`);
  await enginePage.evaluate("void Object.defineProperty(navigator, 'share', { value: undefined })");
  await enginePage.click({ role: 'button', name: 'Share this run' });
  await expect.poll(() => enginePage.evaluate<string>('window.copied ?? ""')).toContain('#run=');
  const link = await enginePage.evaluate<string>('window.copied');
  await enginePage.open(`${site.url}/contact`);
  await enginePage.open(link);
  await enginePage.click({ role: 'button', name: 'WATCH REPLAY' });
  await enginePage.expectText('Same score as the recorded run.');
  await enginePage.resize(1280, 800);
  expect(enginePage.log()).toEqual([]);
});

test('an exhibit comes alive in its card while the focus is there', async ({ enginePage, site }) => {
  await enginePage.open(`${site.url}/projects`);
  // The page's effects have run.
  await enginePage.expectValue("document.querySelectorAll('footer button > span[hidden]').length", 1);
  // Until a page is clicked, Firefox may keep keys for its own window. This click hits no card, however far the page is scrolled.
  await enginePage.drag([{ x: 4, y: 400 }]);
  await enginePage.press('Tab');
  await enginePage.evaluate(`document.querySelector('article a[href="/projects/333-balls"]').focus()`);
  const canvases = "document.querySelectorAll('article canvas').length";
  await enginePage.expectValue(canvases, 1);
  const picture = "document.querySelector('article canvas')?.toDataURL()";
  const first = await enginePage.evaluate<string>(picture);
  await expect.poll(() => enginePage.evaluate<string>(picture)).not.toBe(first);
  await enginePage.evaluate('document.activeElement.blur()');
  await enginePage.expectValue(canvases, 0);
  expect(enginePage.log()).toEqual([]);
});
