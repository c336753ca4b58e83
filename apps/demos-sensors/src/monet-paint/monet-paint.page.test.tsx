import { fireEvent, screen } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { advance, stubCanvas } from '../testing/exhibit-page.tsx';
import { Component } from './monet-paint.page.tsx';

const plain = Object.fromEntries(
  ['fillRect', 'beginPath', 'moveTo', 'quadraticCurveTo', 'stroke'].map((name) => [name, () => {}]),
);
stubCanvas((kind) => (kind === '2d' ? plain : null));

test('every control has its accessible name; without WebGL the page says what it shows instead', () => {
  renderPage(<Component />, { motionPaused: true });
  expect(screen.getByRole('heading', { name: 'Monet Paint' })).toBeTruthy();
  expect(screen.getByText('Swirling paint that flows with the tilt of the device.')).toBeTruthy();
  expect(screen.getByRole('application', { name: 'Picture of wet paint' })).toBeTruthy();
  expect(screen.getByRole('group', { name: 'Palette' })).toBeTruthy();
  const names = ['Pond at noon', 'Poppies', 'Dusk at sea', 'First frost', 'Night garden'];
  expect(screen.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual(names);
  const words = [
    'While the picture has focus: P pauses all motion on the site; H hides this placard.',
    'A fluid carries pigment in small cells, and thousands of strokes follow its flow: broad ones first, fine ones over them, each in a slightly varied shade of the color beneath. Every bristle leaves relief, which is lit from the upper left. On a slow machine there are fewer strokes and fewer pixels; a saved picture has them all. The colors were mixed for this page, and no painting was copied.',
  ];
  for (const text of words) expect(screen.getByText(text)).toBeTruthy();
  const described = screen.getByRole('application').getAttribute('aria-describedby')!;
  expect(document.getElementById(described)?.textContent).toBe(words[0]);
  for (const name of ['Save PNG', 'Share', 'Reset']) expect(screen.getByRole('button', { name })).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe(
    'Paint: a still, because this browser lacks WebGL 2, which flowing paint needs.',
  );
});

test('without WebGL there are no controls for paint that flows, and the readouts say what is true', () => {
  window.innerWidth = 390;
  renderPage(<Component />);
  advance(2_000);
  fireEvent.click(screen.getByRole('button', { name: 'Details: Monet Paint' }));
  expect(screen.queryByRole('button', { name: /^(ENABLE ACCELEROMETER|Undo|Redo)$/ })).toBeNull();
  expect(screen.queryByRole('slider')).toBeNull();
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Pace', 'Picture']);
  expect(screen.getAllByRole('definition').map((word) => word.textContent)).toEqual(['a still', 'painted once']);
});

test('P in the picture turns the site’s motion off and on again, once per press; a letter with Control is left to the browser', () => {
  const { motion } = renderPage(<Component />);
  const picture = screen.getByRole('application', { name: 'Picture of wet paint' });
  fireEvent.keyDown(picture, { key: 'p' });
  expect(motion.isPaused()).toBe(true);
  fireEvent.keyDown(picture, { key: 'P' });
  expect(motion.isPaused()).toBe(false);
  fireEvent.keyDown(picture, { key: 'p', repeat: true });
  expect(motion.isPaused()).toBe(false);
  fireEvent.keyDown(picture, { key: 'p', ctrlKey: true });
  expect(motion.isPaused()).toBe(false);
});

test('P does nothing while the focus is outside the picture', () => {
  const { motion } = renderPage(<Component />);
  const press = (key: string) => fireEvent.keyDown(screen.getByRole('button', { name: 'Share' }), { key });
  press('p');
  expect(motion.isPaused()).toBe(false);
  fireEvent.keyDown(window, { key: 'p' });
  expect(motion.isPaused()).toBe(false);
});
