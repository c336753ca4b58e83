import { join } from 'node:path';
import { TEST_SIGNING_KEY } from '../test-support/a-config.ts';
import { SHELL_STABLE } from '../test-support/a-release-folder.ts';
import { aSite } from '../test-support/a-team-site.ts';
import { aTrial, EGGS_STABLE, EGGS_CANARY } from '../test-support/a-trial.ts';
import {
  anOwnerSession,
  anOwnerWithTrial,
  SETTINGS,
  TOKEN,
  TRIAL,
  type OwnerSession,
} from '../test-support/telemetry/an-owner-session.ts';

let owner: OwnerSession;
afterEach(() => owner.api.close());

test('the owner promotes a canary and rolls it back, and the log says who did it and why', async () => {
  owner = await anOwnerWithTrial();
  const before = await owner.page();
  expect(before).toContain(`aria-label="Promote the canary: eggs ${EGGS_CANARY}"`);
  expect(before).toContain('There is no other release of this app that can be made live again.');
  const promoted = await owner.decide({ ...TRIAL, promote: EGGS_CANARY, message: 'no <failure> in a week' });
  expect([promoted.status, promoted.headers.get('Location')]).toEqual([303, '/owner?done=4']);
  const html = await owner.page('/owner?done=4');
  expect(html).toContain(
    `<p class="good">eggs ${EGGS_CANARY} is live for every visitor instead of ${EGGS_STABLE} (registry 4).</p>`,
  );
  expect(html).toContain(
    `<td class="text">${EGGS_STABLE} -> ${EGGS_CANARY}</td><td class="text">owner (session)</td><td class="why">no &lt;failure> in a week</td>`,
  );
  const rolledBack = await owner.decide({ app: 'eggs', stable: EGGS_CANARY, canary: '', rollback: EGGS_STABLE, message: '' });
  expect(rolledBack.headers.get('Location')).toBe('/owner?done=5');
  const { apps, by } = await owner.registry();
  expect([apps['eggs']?.stable.release, by]).toEqual([
    EGGS_STABLE,
    { keyid: expect.stringMatching(/^[0-9a-f]{64}$/), name: 'owner (session)', message: null },
  ]);
  // The one that was rolled back can be made live again.
  expect(await owner.page()).toContain(`name="rollback" value="${EGGS_CANARY}"`);
  expect(await owner.page('/owner?done=99')).not.toContain('>Done<');
});

test('the owner withdraws a canary; a button on an outdated page undoes nothing else', async () => {
  owner = await anOwnerWithTrial();
  const withdrawn = await owner.decide({ ...TRIAL, withdraw: EGGS_CANARY, message: 'slow' });
  expect(withdrawn.status).toBe(303);
  expect(await owner.page(withdrawn.headers.get('Location') ?? '')).toContain(`eggs ${EGGS_CANARY} is withdrawn (registry 4).`);
  const again = await owner.decide({ ...TRIAL, withdraw: EGGS_CANARY, message: 'really "slow"' });
  expect(again.status).toBe(422);
  const html = await again.text();
  expect(html).toContain('Nothing was changed');
  expect(html).toContain(`eggs was changed in the meantime: ${EGGS_STABLE} is live, without a canary`);
  expect((await owner.decide({ ...TRIAL, promote: EGGS_CANARY })).status).toBe(422);
  const { serial, apps } = await owner.registry();
  expect([serial, apps['eggs']?.stable.release, apps['eggs']?.canary]).toEqual([4, EGGS_STABLE, null]);
});

test('only the owner’s session can switch releases: not the token, not a stranger, and not another site', async () => {
  owner = await anOwnerWithTrial();
  const fields = { ...TRIAL, promote: EGGS_CANARY, message: 'kept' };
  const byToken = await owner.decide(fields, { Authorization: `Bearer ${TOKEN}` });
  const html = await byToken.text();
  expect([byToken.status, html.includes('a token is not enough')]).toEqual([403, true]);
  expect(html).toContain('<code>npx site promote eggs</code>');
  expect(html).not.toContain('<form');
  const byStranger = await owner.decide(fields, {});
  expect([byStranger.status, byStranger.headers.get('Location')]).toEqual([303, '/owner/login?to=%2Fowner']);
  expect((await owner.decide(fields, { ...owner.session, Origin: 'https://other.example' })).status).toBe(403);
  expect((await owner.decide(fields, { ...owner.session, 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  expect((await owner.registry()).serial).toBe(3);
});

test('a session without the password cannot switch releases: the teams’ pages have the session too', async () => {
  owner = await anOwnerWithTrial();
  for (const password of ['', 'wrong', 'x'.repeat(300)]) {
    const refused = await owner.decide({ ...TRIAL, promote: EGGS_CANARY, message: 'kept', password });
    const html = await refused.text();
    expect([refused.status, html.includes('Incorrect password.'), html.includes('value="kept"')]).toEqual([403, true, true]);
    expect(html).not.toContain('wrong');
  }
  expect((await owner.registry()).serial).toBe(3);
});

const IMPOSSIBLE: readonly (readonly [what: string, fields: Record<string, string>])[] = [
  ['nothing', {}],
  ['no decision', TRIAL],
  ['two decisions', { ...TRIAL, promote: EGGS_CANARY, withdraw: EGGS_CANARY }],
  ['a release that is not the canary', { ...TRIAL, promote: EGGS_STABLE }],
  ['an invalid release', { ...TRIAL, rollback: '../secrets' }],
  ['an invalid app', { ...TRIAL, app: '../shell', promote: EGGS_CANARY }],
  ['a message of 501 characters', { ...TRIAL, promote: EGGS_CANARY, message: 'x'.repeat(501) }],
  ['a message of two lines', { ...TRIAL, promote: EGGS_CANARY, message: 'one\ntwo' }],
];

test('an invalid form changes nothing', async () => {
  owner = await anOwnerWithTrial();
  for (const [what, fields] of IMPOSSIBLE) expect([what, (await owner.decide(fields)).status]).toEqual([what, 400]);
  expect((await owner.registry()).serial).toBe(3);
});

const REFUSED: readonly (readonly [what: string, fields: Record<string, string>])[] = [
  ['an unknown app', { ...TRIAL, app: 'constructor', promote: EGGS_CANARY }],
  ['a release that was never live', { ...TRIAL, rollback: '1.0.0-cccccccccccc' }],
  ['the live release itself', { app: 'shell', stable: SHELL_STABLE, canary: '', rollback: SHELL_STABLE }],
];

test('a form that does not match the releases is refused with an explanation', async () => {
  owner = await anOwnerWithTrial();
  for (const [what, fields] of REFUSED) {
    const response = await owner.decide(fields);
    const text = expect.stringContaining('Nothing was changed') as string;
    expect([what, response.status, await response.text()]).toEqual([what, 422, text]);
  }
});

test('a server whose key the owner has not named cannot switch, and the page says so and shows the commands', async () => {
  const api = await aSite(SETTINGS);
  await aTrial(join(api.folder, 'releases'), TEST_SIGNING_KEY);
  owner = await anOwnerSession(api);
  const html = await owner.page();
  expect(html).toContain('This server cannot switch releases: this key may not sign a registry of this store');
  expect(html).toContain('<code>npx site promote eggs</code>');
  expect(html).not.toContain('name="promote"');
  const refused = await owner.decide({ ...TRIAL, promote: EGGS_CANARY });
  expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('Nothing was changed')]);
  expect((await owner.registry()).serial).toBe(3);
});
