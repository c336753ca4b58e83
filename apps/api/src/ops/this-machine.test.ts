import { isFromThisMachine } from './this-machine.ts';

const HERE = { publicOrigin: 'http://localhost:3000', trustProxy: [] };
const BROWSER = { ip: '127.0.0.1', hostname: 'localhost', headers: { host: 'localhost:3000' } };

test.each([
  ['localhost', { hostname: 'localhost' }],
  ['127.0.0.1', { hostname: '127.0.0.1' }],
  ['[::1]', { hostname: '[::1]', ip: '::1' }],
  ['localhost on a socket for both families', { ip: '::ffff:127.0.0.1' }],
])('the owner of an unpublished site opens it at %s', (_name, more) => {
  expect(isFromThisMachine({ ...BROWSER, ...more }, HERE)).toBe(true);
});

const FORWARDING = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'];

test.each<[string, Partial<Parameters<typeof isFromThisMachine>[0]>]>([
  ['from another machine', { ip: '192.168.1.7' }],
  ['without an address', { ip: undefined }],
  ['to another name that resolves to this machine', { hostname: 'evil.example' }],
  ['to a name that only looks local', { hostname: 'localhost.evil.example' }],
  ...FORWARDING.map((name): [string, object] => [`passed on with ${name}`, { headers: { ...BROWSER.headers, [name]: 'x' } }]),
])('a request %s is not from this machine', (_what, more) => {
  expect(isFromThisMachine({ ...BROWSER, ...more }, HERE)).toBe(false);
});

test.each([
  ['with a public name', { ...HERE, publicOrigin: 'https://site.example' }],
  ['with a public name without https', { ...HERE, publicOrigin: 'http://site.example' }],
  ['behind a proxy', { ...HERE, trustProxy: ['10.0.0.1'] }],
])('no request to a site %s is from this machine', (_what, config) => {
  expect(isFromThisMachine(BROWSER, config)).toBe(false);
});
