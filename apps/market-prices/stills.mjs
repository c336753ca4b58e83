// How `npm run stills` takes the stills that the contract names.

const SIZE = { width: 820, height: 1180 };

const MAX_ROUNDS = 60;

/** The server stores one week after another: the chart is complete once the response no longer changes. */
async function waitForHistory(page, url, commodity) {
  let known = '';
  for (let round = 0, same = 0; round < MAX_ROUNDS && same < 4; round += 1) {
    // The first request for a report makes the server fetch its weeks.
    await page.request.get(`${url}/api/weekly-${commodity}-report`);
    const answer = await page.request.get(`${url}/api/price-history?commodity=${commodity}&region=NATIONAL`);
    const text = await answer.text();
    same = answer.ok() && text === known && text.length > 5000 ? same + 1 : 0;
    known = text;
    await page.waitForTimeout(1500);
  }
}

const chartStill = (path, commodity) => ({
  address: path,
  size: SIZE,
  prepare: (page, url) => (commodity ? waitForHistory(page, url, commodity) : undefined),
  hide: 'header, footer',
  ready: (page) => page.locator('svg[data-chart]').first().waitFor(),
  of: (page) => page.locator('svg[data-chart]').first(),
  margin: 0.08,
});

export default {
  'usda-reports': {
    address: '/projects/usda-reports',
    size: SIZE,
    hide: 'header, footer',
    of: (page) => page.getByRole('table').first(),
    fromTop: true,
    margin: 0.01,
  },
  'usda-report': chartStill('/projects/usda-reports/1280'),
  'egg-prices': chartStill('/projects/egg-prices', 'egg'),
  'beef-cut-prices': chartStill('/projects/beef-cut-prices', 'beef'),
};
