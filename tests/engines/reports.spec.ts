import { expect, test } from '../support/engines/test.ts';
import { startSite } from '../support/site.ts';

test('a picture that the policy forbids is reported, and the owner sees where, in which release and in which browser', async ({
  enginePage,
  engine,
}) => {
  const site = await startSite();
  await enginePage.open(`${site.url}/projects`);
  await enginePage.evaluate(`(() => {
    const picture = new Image();
    picture.src = 'https://pictures.example/a.png?secret=1';
    document.body.append(picture);
  })()`);
  const ownersPage = async () => (await fetch(`${site.url}/owner/reports`)).text();
  await expect.poll(ownersPage).toContain('img-src: https://pictures.example</th>');
  const family = { chromium: 'Chromium', firefox: 'Firefox', webkit: 'Safari' }[engine];
  const html = await ownersPage();
  expect(html).toMatch(new RegExp(`>/projects</td><td class="why">shell [0-9.]+-[0-9a-f]+</td><td class="why">${family}</td>`));
  expect(html).not.toContain('secret');
  await site.close();
});
