// How `npm run stills` takes the stills that the contract names.

/** Header, placard and buttons that float above an exhibit. */
const AROUND_EXHIBIT = 'header, footer, main section[aria-labelledby]';
const SENSORS = ['accelerometer', 'linear-acceleration', 'gyroscope', 'relative-orientation', 'absolute-orientation'];

/** A device that lies at an angle. */
async function fakeSensors(page) {
  const client = await page.context().newCDPSession(page);
  for (const type of SENSORS)
    await client.send('Emulation.setSensorOverrideEnabled', { type, enabled: true, metadata: { available: true } });
  const read = (type, reading) => client.send('Emulation.setSensorOverrideReadings', { type, reading });
  await read('accelerometer', { xyz: { x: 1.4, y: 2.1, z: 9.4 } });
  await read('linear-acceleration', { xyz: { x: 0.4, y: -0.3, z: 0.2 } });
  await read('gyroscope', { xyz: { x: 0.3, y: -0.5, z: 0.8 } });
  for (const type of ['relative-orientation', 'absolute-orientation'])
    await read(type, { quaternion: { x: 0.09, y: 0.07, z: 0.41, w: 0.9 } });
}

export default {
  'sensor-dashboard': {
    address: '/projects/sensor-dashboard',
    size: { width: 820, height: 1180 },
    moves: true,
    hide: 'header, footer',
    prepare: fakeSensors,
    ready: async (page) => {
      await page.getByRole('button', { name: 'ENABLE ALL SENSORS' }).click();
      await page.locator('[data-card][data-state=live]').nth(3).waitFor();
      await page.waitForTimeout(2500);
    },
    of: (page) => page.locator('[data-card]').first().locator('..'),
    fromTop: true,
    margin: 0.02,
  },
  '333-balls': {
    address: '/projects/333-balls?scenario=shake&at=3.2',
    hide: `${AROUND_EXHIBIT}, main button`,
    // A section, because a card cannot show all balls.
    of: () => ({ x: 180, y: 225, width: 360, height: 225 }),
    margin: 0,
    sharpness: 2,
    ready: (page) => page.locator('[data-readout=fastest]').filter({ hasText: 'px/tick' }).waitFor({ state: 'attached' }),
  },
  'monet-paint': {
    address: '/projects/monet-paint?palette=dusk',
    size: { width: 960, height: 600 },
    hide: AROUND_EXHIBIT,
    // A section in which individual strokes are visible.
    of: () => ({ x: 320, y: 200, width: 320, height: 200 }),
    margin: 0,
    ready: (page) => page.locator('[data-paint=still]').waitFor(),
  },
};
