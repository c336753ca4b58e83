import { pageScriptBytes, refusalsOfRemote } from './gate.ts';
import { aRemoteRelease, aShellRelease } from './testing/builds.ts';

const file = (compressedBytes: number) => ({ bytes: compressedBytes * 3, compressedBytes, integrity: 'sha384-x' });
const PATH = '/projects/egg-prices';
const aRemote = (change: { path?: string; budget?: number; hostApi?: string } = {}) =>
  aRemoteRelease({
    app: 'market-prices',
    path: PATH,
    files: { 'remoteEntry.js': file(6_000), 'assets/eggs.js': file(9_000) },
    pageScripts: ['assets/eggs.js'],
    ...change,
  });
const shell = aShellRelease({ react: '19.3.1', '@site/host': '1.2.0' }, ['/', '/about']);

test('a page costs the container plus its own script', () => {
  expect(pageScriptBytes(aRemote(), PATH)).toBe(15_000);
});

test('a remote within all limits may go live', () => {
  expect(refusalsOfRemote(aRemote(), {}, shell)).toEqual([]);
});

test('a path of the shell cannot be claimed', () => {
  expect(refusalsOfRemote(aRemote({ path: '/about' }), {}, shell)).toEqual([
    '/about is a page of the shell; choose another path',
  ]);
});

test("another remote's path cannot be claimed", () => {
  const other = {
    kind: 'remote' as const,
    stable: { release: 'x', manifestIntegrity: 'y' },
    previous: null,
    canary: null,
    killed: [],
    contract: aRemote().contract,
  };
  expect(refusalsOfRemote(aRemote(), { 'demos-games': other }, shell)).toEqual([
    '/projects/egg-prices belongs to demos-games; choose another path',
  ]);
  expect(refusalsOfRemote(aRemote(), { 'market-prices': other }, shell)).toEqual([]);
});

test('a page over its own size budget is refused with both figures', () => {
  expect(refusalsOfRemote(aRemote({ budget: 14 }), {}, shell)).toEqual([
    '/projects/egg-prices costs 15.0 kB of script; the contract allows 14',
  ]);
});

test('a remote written for a newer host is refused', () => {
  expect(refusalsOfRemote(aRemote({ hostApi: '^1.3.0' }), {}, shell)).toEqual([
    'needs @site/host ^1.3.0; the live shell provides 1.2.0',
  ]);
});

test('a shell that no longer provides what a live remote needs is refused', () => {
  const newer = { ...shell, provides: { ...shell.provides, react: '20.0.0' } };
  expect(refusalsOfRemote(aRemote(), {}, newer)).toEqual(['needs react ^19.0.0; the live shell provides 20.0.0']);
});

test('a remote built with a kit that the shell does not accept is refused; one from before kits had versions is not checked', () => {
  const strict = { ...shell, kits: '^1.2.0' };
  const built = (kit: string) => refusalsOfRemote({ ...aRemote(), kit }, {}, strict);
  expect(built('1.1.9')).toEqual([
    'was built with kit 1.1.9; the live shell accepts ^1.2.0: install a matching kit and build it again',
  ]);
  expect(built('2.0.0')).toHaveLength(1);
  expect([built('1.3.0'), refusalsOfRemote(aRemote(), {}, strict)]).toEqual([[], []]);
});
