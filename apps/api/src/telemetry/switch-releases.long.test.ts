import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { releasePaths } from '@site/releases';
import { releaseIn } from '../test-support/a-team.ts';
import { aSite, withEggs } from '../test-support/a-team-site.ts';
import { EGGS_CANARY } from '../test-support/a-trial.ts';
import {
  anOwnerSession,
  anOwnerWithTrial,
  SETTINGS,
  TRIAL,
  type OwnerSession,
} from '../test-support/telemetry/an-owner-session.ts';
import { WithdrawalRepository } from '../trials/withdrawal.repository.ts';
import { WithdrawnTrials } from '../trials/withdrawn-trials.ts';

let owner: OwnerSession;
afterEach(() => owner.api.close());

test('a switch that the gate refuses is explained, and the owner’s words are kept', async () => {
  owner = await anOwnerWithTrial();
  await rm(join(releasePaths.release(join(owner.api.folder, 'releases'), 'eggs', EGGS_CANARY), 'remoteEntry.js'));
  const refused = await owner.decide({ ...TRIAL, promote: EGGS_CANARY, message: 'a "good" one' });
  expect(refused.status).toBe(422);
  const html = await refused.text();
  expect(html).toMatch(
    /role="alert"><h2>Nothing was changed<\/h2><p class="bad">eggs 1\.0\.0-b{12} is damaged \(remoteEntry\.js\)/,
  );
  expect(html).toContain('value="a &quot;good&quot; one"');
  expect((await owner.registry()).serial).toBe(3);
});

test('a canary that the site has withdrawn cannot be promoted, only ended', async () => {
  owner = await anOwnerWithTrial();
  const { since = 0 } = (await owner.registry()).apps['eggs']?.canary ?? {};
  const withdrawal = { app: 'eggs', release: EGGS_CANARY, trial: since, at: new Date().toISOString(), reason: 'it failed' };
  await owner.api.get(WithdrawnTrials).add(withdrawal);
  const html = await owner.page();
  expect([html.includes('name="promote"'), html.includes('name="withdraw"')]).toEqual([false, true]);
  const refused = await owner.decide({ ...TRIAL, promote: EGGS_CANARY });
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('was withdrawn by the site')]);
  expect((await owner.decide({ ...TRIAL, withdraw: EGGS_CANARY })).status).toBe(303);
});

test('a canary that another process has just withdrawn cannot be promoted either', async () => {
  owner = await anOwnerWithTrial();
  const { since = 0 } = (await owner.registry()).apps['eggs']?.canary ?? {};
  const withdrawal = { app: 'eggs', release: EGGS_CANARY, trial: since, at: new Date().toISOString(), reason: 'it failed' };
  await owner.api.get(WithdrawalRepository).add(withdrawal);
  const refused = await owner.decide({ ...TRIAL, promote: EGGS_CANARY });
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('was withdrawn by the site')]);
});

test('more than twenty switches in a minute are refused', async () => {
  owner = await anOwnerWithTrial();
  const fields = { ...TRIAL, rollback: '1.0.0-cccccccccccc' };
  for (let turn = 0; turn < 20; turn += 1) expect((await owner.decide(fields)).status).toBe(422);
  const response = await owner.decide(fields);
  expect([response.status, Number(response.headers.get('Retry-After')) > 0]).toEqual([429, true]);
});

test('a server with its own key can switch between releases that teams have signed, once the owner has allowed it', async () => {
  owner = await anOwnerSession(await aSite(SETTINGS));
  const { eggs, to } = await withEggs(owner.api);
  const one = releaseIn((await eggs.site('release', ...(await eggs.build('eggs')), ...to))[1]);
  const two = releaseIn((await eggs.site('release', ...(await eggs.build('eggs', { text: 'two' })), ...to))[1]);
  expect(await owner.page()).toContain(`name="rollback" value="${one}"`);
  const switched = await owner.decide({ app: 'eggs', stable: two, canary: '', rollback: one, message: 'two was wrong' });
  expect(switched.status).toBe(303);
  expect((await eggs.site('log', 'eggs', ...to))[1]).toMatch(
    new RegExp(`${two} -> ${one} .*by owner \\(session\\) \\(\\w{12}\\): two was wrong`),
  );

  await eggs.site('retire', 'eggs', ...to);
  expect(await owner.page()).toContain(`aria-label="Bring back release: eggs ${one}"`);
  const back = await owner.decide({ app: 'eggs', stable: '', canary: '', rollback: one, message: '' });
  expect([back.status, (await eggs.site('status', ...to))[1]]).toEqual([303, expect.stringContaining(`eggs  ${one}  1 page`)]);
});
