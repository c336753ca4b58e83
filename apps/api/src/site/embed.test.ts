import { pageHeaders } from './document.ts';
import { isEmbed, openToFrames } from './embed.ts';

const closed = pageHeaders('{}', 'body{}', true);

test('only pages under /embed/ may be framed', () => {
  expect(['/embed/egg-prices', '/projects/egg-prices', '/embed', '/embedded/x', '/'].map(isEmbed)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(closed['Content-Security-Policy']).toContain("frame-ancestors 'none'");
});

test('a framed page keeps the rest of its policy, and has no permissions', () => {
  const open = openToFrames(closed);
  const parts = (headers: Record<string, string>) => (headers['Content-Security-Policy'] ?? '').split('; ');
  expect(parts(open).filter((part) => !parts(closed).includes(part))).toEqual(['frame-ancestors *']);
  expect(open['Permissions-Policy']).not.toContain('self');
  expect(Object.keys(open)).toEqual(Object.keys(closed));
});

test('headers without a framing policy are an error', () => {
  expect(() => openToFrames({})).toThrow('does not say who may frame');
});
