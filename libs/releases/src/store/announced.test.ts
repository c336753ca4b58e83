import { parseReleaseManifest } from '@site/contracts';
import { aDist } from '../testing/a-dist.ts';
import { readAnnounced } from './announced.ts';

function manifestOf(page: string | null): string {
  const { contract, container } = aDist();
  Object.assign(contract.routes[0] ?? {}, { page });
  return JSON.stringify({
    schema: 1,
    kind: 'remote',
    app: 'eggs',
    release: '0.1.0-0123456789ab',
    files: {},
    entry: 'remoteEntry.js',
    container,
    shared: { scripts: [], styles: [] },
    pages: {},
    contract,
  });
}

test('a new release must have every page that it lists, though stored ones may lack some', () => {
  expect(() => readAnnounced('eggs', manifestOf(null), '{}')).toThrow(/^the contract: routes\.0\.page: /);
  // The next thing that is missing.
  expect(() => readAnnounced('eggs', manifestOf('src/eggs.page.tsx'), '{}')).toThrow(/statement/);
});

test('a new release may not have fields that this version does not know, though stored ones may', () => {
  const manifest = JSON.parse(manifestOf('src/eggs.page.tsx')) as Record<string, unknown>;
  const later = { fromALaterVersion: true };
  const misunderstood = { ...manifest, shared: { scripts: [], styles: [], ...later }, ...later };
  expect(parseReleaseManifest(misunderstood, 'release.json')).toEqual(misunderstood);
  expect(() => readAnnounced('eggs', JSON.stringify(misunderstood), '{}')).toThrow(
    /shared\.fromALaterVersion: Invalid key.*fromALaterVersion: Invalid key/,
  );
});
