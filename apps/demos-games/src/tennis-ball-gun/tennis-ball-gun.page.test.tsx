import { act, fireEvent, screen } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { Component } from './tennis-ball-gun.page.tsx';

// The real one draws on a canvas, which jsdom lacks.
jest.mock('./game.draw.ts', () => ({ createPicture: () => ({ fit: () => {}, draw: () => {} }) }));

beforeEach(() => {
  // Fake timers stop the frame loop.
  jest.useFakeTimers();
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(700);
  Object.assign(window, {
    matchMedia: () => ({ matches: false }),
    ResizeObserver: class {
      observe() {}
      disconnect() {}
    },
  });
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

function startGame() {
  const { motion } = renderPage(<Component />, { address: '/projects/tennis-ball-gun' });
  fireEvent.click(screen.getByRole('button', { name: 'START GAME' }));
  return (paused: boolean) => act(() => motion.setPaused(paused, false));
}

const escape = (init = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape', ...init });
const isPaused = () => screen.queryByRole('heading', { name: 'PAUSED' }) !== null;

test('resuming motion resumes a game that pausing motion had paused', () => {
  const pauseMotion = startGame();
  pauseMotion(true);
  expect(isPaused()).toBe(true);
  pauseMotion(false);
  expect(isPaused()).toBe(false);
});

test('resuming motion does not resume a game that the player had paused', () => {
  const pauseMotion = startGame();
  escape();
  pauseMotion(true);
  pauseMotion(false);
  expect(isPaused()).toBe(true);
  // Nor does it remember an earlier pause of its own.
  fireEvent.click(screen.getByRole('button', { name: 'RESUME' }));
  pauseMotion(true);
  pauseMotion(false);
  expect(isPaused()).toBe(false);
  escape();
  pauseMotion(true);
  pauseMotion(false);
  expect(isPaused()).toBe(true);
});

test('Escape pauses and a second Escape resumes; holding it pauses once', () => {
  startGame();
  escape();
  escape({ repeat: true });
  expect(isPaused()).toBe(true);
  escape();
  expect(isPaused()).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('application', { name: 'Game field' }));
});

test('an Escape that closes something else neither pauses nor resumes', () => {
  startGame();
  const takeKey = (event: Event) => event.preventDefault();
  document.body.addEventListener('keydown', takeKey);
  escape();
  document.body.removeEventListener('keydown', takeKey);
  expect(isPaused()).toBe(false);
});

test('the game handles letter keys only while it has the focus: H hides the help, M mutes, A moves', () => {
  renderPage(<Component />, { address: '/projects/tennis-ball-gun' });
  const help = () => screen.queryByRole('region', { name: 'How to Play' });
  const mute = screen.getByRole('button', { name: 'Mute' });
  const field = screen.getByRole('application', { name: 'Game field' });
  fireEvent.keyDown(document.body, { key: 'h' });
  fireEvent.keyDown(document.body, { key: 'm' });
  expect(help()).not.toBeNull();
  expect(mute.getAttribute('aria-pressed')).toBe('false');
  fireEvent.keyDown(screen.getByRole('button', { name: 'START GAME' }), { key: 'h' });
  expect(help()).toBeNull();
  fireEvent.keyDown(field, { key: 'm' });
  expect(mute.getAttribute('aria-pressed')).toBe('true');
  fireEvent.keyDown(field, { key: 'm' });
  fireEvent.click(screen.getByRole('button', { name: 'START GAME' }));
  // `fireEvent` returns false if the game handled the key.
  expect(fireEvent.keyDown(document.body, { key: 'a' })).toBe(true);
  expect(fireEvent.keyDown(document.body, { key: 'ArrowLeft' })).toBe(false);
  expect(fireEvent.keyDown(field, { key: 'a' })).toBe(false);
});
