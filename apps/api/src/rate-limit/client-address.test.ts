import { clientNetwork, customerNetwork, truncatedNetwork, widerNetworks, widestCustomerNetwork } from './client-address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
  // An IPv4-mapped IPv6 address: otherwise all of them would be one client, `::/64`.
  ['::ffff:cb00:7107', '203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
])('%s is limited as %s and logged as %s', (ip, network, truncated) => {
  expect([clientNetwork({ ip }), truncatedNetwork({ ip })]).toEqual([network, truncated]);
});

test.each([
  ['203.0.113.7', ['203.0.113.0/24']],
  ['2001:db8:1:2ff::9', ['2001:db8:1:200::/56', '2001:db8:1::/48']],
  ['2001:db8:1:2::9', ['2001:db8:1:0::/56', '2001:db8:1::/48']],
])('%s also counts against the limits of %j', (ip, networks) => {
  expect(widerNetworks({ ip }).map(({ network }) => network)).toEqual(networks);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2ff::9', '2001:db8:1:200::/56'],
])('%s shares limits on simultaneous use with %s', (ip, network) => {
  expect(customerNetwork({ ip })).toBe(network);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2ff::9', '2001:db8:1::/48'],
])('%s counts as one person with everyone else in %s', (ip, network) => {
  expect(widestCustomerNetwork({ ip })).toBe(network);
});

test('a request without an address is a client of its own', () => {
  expect(clientNetwork({ ip: undefined })).toBe('unknown');
});
