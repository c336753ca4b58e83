import { forgetToken, rememberToken, tokenOf } from './delete-tokens.ts';

afterEach(() => {
  jest.restoreAllMocks();
  window.localStorage.clear();
});

test('a token is remembered in the browser and forgotten again', () => {
  rememberToken('a', 'one');
  rememberToken('b', 'two');
  expect(JSON.parse(window.localStorage.getItem('gallery-delete-tokens') ?? '')).toEqual({ a: 'one', b: 'two' });
  forgetToken('a');
  expect([tokenOf('a'), tokenOf('b')]).toEqual([undefined, 'two']);
});

test('a token from an earlier visit is found', () => {
  window.localStorage.setItem('gallery-delete-tokens', '{"old":"kept"}');
  expect(tokenOf('old')).toBe('kept');
});

test('if storage throws, tokens last as long as the page', () => {
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('refused');
  });
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('refused');
  });
  rememberToken('c', 'three');
  expect(tokenOf('c')).toBe('three');
  forgetToken('c');
  expect(tokenOf('c')).toBeUndefined();
});

test('stored data that is not a table of tokens is ignored', () => {
  window.localStorage.setItem('gallery-delete-tokens', 'no json');
  expect(tokenOf('x')).toBeUndefined();
  window.localStorage.setItem('gallery-delete-tokens', '{"x":7}');
  expect(tokenOf('x')).toBeUndefined();
});
