import { render, screen } from '@testing-library/react';
import { Button } from './button.tsx';
import { Card } from './card.tsx';

const isLeftOut = (name: string) => screen.getByRole('button', { name }).closest('.screen-only') !== null;

test('on paper, a filled button is left out, and a choice is not', () => {
  const looks = ['filled', 'quiet', 'choice'] as const;
  render(
    looks.map((look) => (
      <Button key={look} look={look}>
        {look}
      </Button>
    )),
  );
  expect(looks.map(isLeftOut)).toEqual([true, false, false]);
});

test('on paper, a card has no button, whatever it looks like', () => {
  render(<Card title="Balls" description="They roll." tags={[]} date="2025" action={<Button look="quiet">Open</Button>} />);
  expect(isLeftOut('Open')).toBe(true);
});
