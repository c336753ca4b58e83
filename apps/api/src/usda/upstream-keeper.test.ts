import { readOnce } from './upstream-keeper.ts';

describe('the reader of a stored copy', () => {
  test('reads a text once, and the next one anew', () => {
    const seen: string[] = [];
    const read = readOnce((text) => {
      seen.push(text);
      return JSON.parse(text) as unknown;
    });
    const first = read('{"week":1}');
    expect(read('{"week":1}')).toBe(first);
    expect(read('{"week":2}')).toEqual({ week: 2 });
    expect(read('{"week":1}')).toEqual({ week: 1 });
    expect(seen).toEqual(['{"week":1}', '{"week":2}', '{"week":1}']);
  });

  test('does not remember a text that it could not read', () => {
    const read = readOnce((text) => JSON.parse(text) as unknown);
    read('1');
    expect(() => read('{')).toThrow(SyntaxError);
    expect(() => read('{')).toThrow(SyntaxError);
    expect(read('1')).toBe(1);
  });
});
