import { aTokenReader, forgeries, type TokenReader } from '../test-support/a-token-reader.ts';

let reader: TokenReader;
beforeEach(() => {
  reader = aTokenReader();
});

test('no number of forged tokens evicts a verified one', () => {
  const token = reader.aToken(1);
  expect(reader.appsOf([token])).toEqual(['eggs']);
  for (const forged of forgeries(0, 3_000))
    expect(() => reader.tokens.read(forged)).toThrow('was not signed by the key of this site');
  reader.appsOf(forgeries(5_000, 60));
  expect(reader.appsOf([token])).toEqual(['eggs']);
});
