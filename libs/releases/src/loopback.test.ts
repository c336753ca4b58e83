import { isLoopbackName } from './loopback.ts';

const isHere = (address: string): boolean => isLoopbackName(new URL(address).hostname);

test.each([
  'http://localhost:3000',
  'http://127.0.0.1',
  'http://127.0.0.2',
  'http://127.1',
  'http://[::1]:3000',
  'http://[0:0::1]',
])('%s is this machine', (address) => expect(isHere(address)).toBe(true));

test.each([
  'http://site.example',
  'http://localhost.site.example',
  'http://127.0.0.1.site.example',
  'http://128.0.0.1',
  'http://[::2]',
])('%s may be another machine', (address) => expect(isHere(address)).toBe(false));
