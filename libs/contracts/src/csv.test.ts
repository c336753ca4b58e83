import { toCsv } from './csv.ts';

test('notes come first, then the header and the rows', () => {
  expect(
    toCsv(
      ['Source: USDA'],
      ['a', 'b'],
      [
        ['x', 1.5],
        [null, 0],
      ],
    ),
  ).toBe('# Source: USDA\r\na,b\r\nx,1.5\r\n,0\r\n');
});

test('quotes, commas and line breaks are kept inside one cell', () => {
  expect(toCsv([], ['a'], [['say "hi", you'], ['two\nlines']])).toBe('a\r\n"say ""hi"", you"\r\n"two\nlines"\r\n');
});

test('a cell that a spreadsheet would run as a formula is plain text', () => {
  expect(toCsv([], ['a'], [['=1+1'], ['-2'], ['@x']])).toBe("a\r\n'=1+1\r\n'-2\r\n'@x\r\n");
});

test('a note never becomes a row', () => {
  expect(toCsv(['one\ntwo'], ['a'], [])).toBe('# one two\r\na\r\n');
});
