import { CARD_TITLES, STATE_WORDS, stateOf, stateText, type CardId, type Evidence } from './card-state.ts';

const CARDS = Object.keys(CARD_TITLES) as CardId[];
const evidence = (parts: Partial<Evidence> = {}): Evidence => ({
  supported: true,
  permission: 'ask',
  waited: false,
  hasValue: false,
  ...parts,
});

test('the five states in words', () => {
  expect(STATE_WORDS).toEqual({
    live: 'Live',
    tap: 'Tap to allow',
    blocked: 'Blocked',
    missing: 'No such sensor here',
    unsupported: 'Not supported by this browser',
  });
});

test('a function that exists proves nothing: without a value no evidence is live', () => {
  for (const permission of ['ask', 'allowed', 'refused'] as const) {
    for (const waited of [false, true]) {
      expect(stateOf(evidence({ permission, waited }))).not.toBe('live');
      expect(stateOf(evidence({ permission, waited, hasValue: true }))).toBe('live');
    }
  }
});

test('silence means a missing sensor only where it was allowed to speak', () => {
  expect(stateOf(evidence({ permission: 'allowed', waited: true }))).toBe('missing');
  expect(stateOf(evidence({ permission: 'allowed' }))).toBe('tap');
  expect(stateOf(evidence({ permission: 'ask', waited: true }))).toBe('tap');
  expect(stateOf(evidence({ permission: 'refused', waited: true }))).toBe('blocked');
  expect(stateOf(evidence({ supported: false, permission: 'refused', waited: true }))).toBe('unsupported');
});

test.each(CARDS)('%s has a sentence for every state but live', (card) => {
  expect(stateText(card, evidence({ hasValue: true }))).toBe('');
  for (const parts of [{}, { permission: 'refused' }, { permission: 'allowed', waited: true }, { supported: false }] as const) {
    expect(stateText(card, evidence(parts))).toMatch(/^[A-Z].*\.$/s);
  }
});

test.each(['accelerometer', 'gyroscope', 'orientation', 'compass', 'sound', 'brightness', 'location'] as const)(
  '%s says how to undo a refusal',
  (card) => {
    expect(stateText(card, evidence({ permission: 'refused' }))).toMatch(
      /^Refused for this site\. To undo: open the site settings/,
    );
  },
);

test('temperature, pressure, humidity and proximity say that no browser offers them; pressure is not the processor’s', () => {
  for (const card of ['temperature', 'pressure', 'humidity', 'proximity'] as const) {
    expect(stateText(card, evidence({ supported: false }))).toMatch(/^No web API exists for this: no browser offers/);
  }
  expect(stateText('pressure', evidence({ supported: false }))).toContain('PressureObserver tells how busy the processor is');
});
