import type { PageLead } from '@site/contracts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { KnownAddresses } from './known-addresses.ts';

const lead = (figure: string): PageLead => ({
  path: '/',
  kicker: 'Week of Sep 14, 2026',
  caution: '',
  words: [[{ text: figure, look: 'figure' }, { text: ' per dozen </script>' }]],
  chart: null,
});

let api: TestApi;
let figure: string | undefined;
beforeAll(async () => {
  api = await anApi();
  api
    .get(KnownAddresses)
    .registerLead('/', async (query) => (query.has('item') || figure === undefined ? undefined : lead(figure)));
});
afterAll(() => api.close());

/** The lead that the document passes to the shell; the shell's server module also renders the page with it. */
async function leadOf(path: string): Promise<PageLead | undefined> {
  const response = await fetch(api.url + path);
  const [, boot] = /<script type="application\/json" id="boot">(.*?)<\/script>/.exec(await response.text()) ?? [];
  return (JSON.parse(boot ?? '{}') as { lead?: PageLead }).lead;
}

test('a document has the current lead of its page, even if the lead has changed since the last request', async () => {
  figure = undefined;
  expect(await leadOf('/')).toBeUndefined();
  for (figure of ['$2.50', '$2.75', '$2.75']) expect(await leadOf('/')).toEqual(lead(figure));
  figure = undefined;
  expect(await leadOf('/')).toBeUndefined();
});

test('an address for another item, and another page, do not have the lead', async () => {
  figure = '$2.50';
  expect([await leadOf('/?item=x'), await leadOf('/nowhere')]).toEqual([undefined, undefined]);
  expect(await leadOf('/?utm=x')).toEqual(lead('$2.50'));
});

test('the same lead gives the same document', async () => {
  figure = '$2.50';
  const tags = [];
  for (let round = 0; round < 2; round += 1) tags.push((await fetch(api.url)).headers.get('ETag'));
  figure = '$2.60';
  tags.push((await fetch(api.url)).headers.get('ETag'));
  expect([tags[0] === tags[1], tags[1] === tags[2]]).toEqual([true, false]);
});
