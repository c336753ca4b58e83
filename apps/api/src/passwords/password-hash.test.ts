import { performance } from 'node:perf_hooks';
import { TEST_PASSWORD, TEST_PASSWORD_HASH } from '../test-support/a-password.ts';
import { parsePasswordHash } from '../config/scrypt-hash.ts';
import { hashPassword, isPassword } from './password-hash.ts';

function accepts(phc: string, password: string): boolean {
  const parsed = parsePasswordHash(phc);
  return parsed !== null && isPassword(password, parsed);
}

test('a hash matches its password and no other', () => {
  const phc = hashPassword('a long enough password');
  expect(phc).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(accepts(phc, 'a long enough password')).toBe(true);
  expect(accepts(phc, 'A long enough password')).toBe(false);
  expect(accepts(phc, 'a long enough password ')).toBe(false);
});

test('two hashes of one password differ', () => {
  expect(hashPassword('a long enough password')).not.toBe(hashPassword('a long enough password'));
});

test('a password of fewer than 15 characters is refused', () => {
  expect(() => hashPassword('fourteen chars')).toThrow('at least 15 characters');
});

test.each([
  'hunter2',
  '$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g',
  '$scrypt$ln=4,r=8,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g',
  '$scrypt$ln=30,r=8,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g',
  '$scrypt$ln=15,r=8,p=3$$',
])('%s is not a hash that the server would use', (phc) => {
  expect(parsePasswordHash(phc)).toBeNull();
});

test('the empty password never matches', () => {
  expect(accepts(TEST_PASSWORD_HASH, '')).toBe(false);
});

/** Medians of interleaved rounds, so that other load affects both equally. */
test('a wrong password takes as long as a correct one', () => {
  const times: Record<'right' | 'wrong', number[]> = { right: [], wrong: [] };
  for (let round = 0; round < 60; round += 1) {
    for (const [kind, password] of [
      ['right', TEST_PASSWORD],
      ['wrong', 'x'],
    ] as const) {
      const start = performance.now();
      accepts(TEST_PASSWORD_HASH, password);
      times[kind].push(performance.now() - start);
    }
  }
  const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  // Stopping the comparison at the first wrong byte would save nanoseconds; skipping the key derivation would save nearly all the time.
  expect(median(times.wrong)).toBeGreaterThan(median(times.right) * 0.5);
  expect(median(times.wrong)).toBeLessThan(median(times.right) * 2);
});
