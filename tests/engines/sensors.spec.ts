import { expect, test } from '../support/engines/test.ts';

const STATES = `Object.fromEntries(
  [...document.querySelectorAll('[data-card]')].map((card) => [card.getAttribute('data-card'), card.getAttribute('data-state')]),
)`;
const GRANTS = `Object.fromEntries(
  [...document.querySelectorAll('[data-permission]')].map((one) => [one.getAttribute('data-permission'), one.querySelector('span span')?.textContent]),
)`;
type States = Readonly<Record<string, string>>;

test('each card of the dashboard shows what this engine supports, and none stays undecided', async ({
  engine,
  enginePage,
  site,
}) => {
  await enginePage.open(`${site.url}/projects/sensor-dashboard`);
  const has = (what: string) => enginePage.evaluate<boolean>(what);
  // No browser reports these to a page.
  for (const card of ['temperature', 'pressure', 'humidity', 'proximity']) {
    await expect.poll(async () => (await enginePage.evaluate<States>(STATES))[card], { message: card }).toBe('unsupported');
  }
  const interfaces: readonly (readonly [card: string, test: string])[] = [
    ['battery', "'getBattery' in navigator"],
    ['brightness', "'AmbientLightSensor' in window"],
    ['accelerometer', "'DeviceMotionEvent' in window"],
    ['gyroscope', "'DeviceMotionEvent' in window"],
    ['orientation', "'DeviceOrientationEvent' in window"],
    ['compass', "'DeviceOrientationEvent' in window"],
  ];
  for (const [card, what] of interfaces) {
    const isThere = await has(what);
    const state = async () => (await enginePage.evaluate<States>(STATES))[card];
    await expect.poll(state, { message: `${card}: ${what} is ${isThere}` }).toMatch(isThere ? /live|missing/ : /unsupported/);
  }
  await enginePage.click({ role: 'button', name: 'ENABLE ALL SENSORS' });
  const settled = async () => Object.values(await enginePage.evaluate<States>(GRANTS));
  await expect.poll(async () => (await settled()).filter((grant) => /asking|not asked/.test(grant))).toEqual([]);
  // The engines' fake microphones make sounds. Firefox processes none without a loudspeaker, which this machine may lack: its
  // card says so.
  const heard = engine === 'firefox' ? /live|missing/ : /live/;
  await expect.poll(async () => (await enginePage.evaluate<States>(STATES))['sound']).toMatch(heard);
  expect(await enginePage.evaluate<States>(GRANTS)).toMatchObject({ audio: 'allowed', camera: 'allowed' });
  console.log(`${enginePage.engine}: ${JSON.stringify(await enginePage.evaluate(STATES))}`);
  expect(enginePage.log()).toEqual([]);
});
