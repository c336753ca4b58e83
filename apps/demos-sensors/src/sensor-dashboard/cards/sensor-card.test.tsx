import { render, screen } from '@testing-library/react';
import type { Evidence } from '../card-state.ts';
import { SensorCard } from './sensor-card.tsx';

const WAITING: Evidence = { supported: true, permission: 'ask', isMissing: false, hasValue: false };
const cardOf = (evidence: Evidence) => <SensorCard card="sound" evidence={evidence} size="half" onStart={() => {}} />;
const action = (name: string) => screen.getByRole('button', { name: `${name} Sound level` });

test('the button keeps the focus while it is there; when the card becomes live, the heading gets it', () => {
  const { rerender } = render(cardOf(WAITING));
  action('Allow').focus();
  rerender(cardOf({ ...WAITING, permission: 'refused' }));
  expect(document.activeElement).toBe(action('Try again'));
  rerender(cardOf({ ...WAITING, permission: 'allowed', hasValue: true }));
  expect(screen.queryByRole('button')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Sound level' }));
});

test('a card that becomes live takes the focus from no other element', () => {
  const { rerender } = render(cardOf(WAITING));
  rerender(cardOf({ ...WAITING, hasValue: true }));
  expect(document.activeElement).toBe(document.body);
});
