import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { decodeRun, encodeRun, playDailyByBot } from '@site/sim/tennis-ball-gun';
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
    matchMedia: () => ({ matches: false, addEventListener: () => {} }),
    ResizeObserver: class {
      observe() {}
      disconnect() {}
    },
  });
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  window.history.replaceState(null, '', '/');
  window.localStorage.clear();
  Reflect.deleteProperty(window, 'AudioContext');
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
  // Nor is an earlier pause by motion remembered.
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

test('the field is in the tab order only while no card covers it, and has focus when a game starts or resumes', () => {
  renderPage(<Component />, { address: '/projects/tennis-ball-gun' });
  const field = screen.getByRole('application', { name: 'Game field' });
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  expect(field.tabIndex).toBe(-1);
  press('START GAME');
  expect(field.tabIndex).toBe(0);
  expect(document.activeElement).toBe(field);
  escape();
  expect(field.tabIndex).toBe(-1);
  press('RESUME');
  expect(field.tabIndex).toBe(0);
  expect(document.activeElement).toBe(field);
});

test('an Escape that closes something else neither pauses nor resumes', () => {
  startGame();
  const takeKey = (event: Event) => event.preventDefault();
  document.body.addEventListener('keydown', takeKey);
  escape();
  document.body.removeEventListener('keydown', takeKey);
  expect(isPaused()).toBe(false);
});

test('the game handles letter keys only while it has focus: H hides the help, M mutes, A moves', () => {
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

test('losing window focus and hiding the page pause the game, and undoing either does not resume it', () => {
  startGame();
  fireEvent(window, new Event('blur'));
  expect(isPaused()).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'RESUME' }));
  const show = (value: string) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    fireEvent(document, new Event('visibilitychange'));
  };
  show('hidden');
  show('visible');
  expect(isPaused()).toBe(true);
});

test('a damaged replay link says so, and the game can be played', () => {
  window.history.replaceState(null, '', '/#run=AbCdEf');
  renderPage(<Component />);
  expect(screen.getByText('This replay link is damaged: its run is incomplete.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'START GAME' }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pause' }).disabled).toBe(false);
});

test('sound begins with START GAME, never before; Mute silences it and is remembered, and a pause silences it', () => {
  const all: { state: string }[] = [];
  // A cast, because jsdom has no audio: this stub has the members that the game uses before its first sound.
  const context = function context(this: { state: string }) {
    all.push(this);
    this.state = 'running';
    return Object.assign(this, {
      suspend: async () => void (this.state = 'suspended'),
      resume: async () => void (this.state = 'running'),
      close: async () => void (this.state = 'closed'),
      createGain: () => ({ gain: { value: 1 }, connect: () => {} }),
    });
  } as unknown as typeof AudioContext;
  Object.assign(window, { AudioContext: context });
  const states = () => all.map(({ state }) => state);
  const { unmount } = renderPage(<Component />);
  expect(states()).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'START GAME' }));
  expect(states()).toEqual(['running']);
  fireEvent.click(screen.getByRole('button', { name: 'Mute' }));
  expect(states()).toEqual(['suspended']);
  fireEvent.click(screen.getByRole('button', { name: 'Mute' }));
  expect(states()).toEqual(['running']);
  escape();
  expect(states()).toEqual(['suspended']);
  fireEvent.click(screen.getByRole('button', { name: 'Mute' }));
  unmount();
  renderPage(<Component />);
  expect(screen.getByRole('button', { name: 'Mute' }).getAttribute('aria-pressed')).toBe('true');
});

test('START GAME while paused starts from zero', () => {
  startGame();
  escape();
  fireEvent.click(screen.getByRole('button', { name: 'START GAME' }));
  expect(isPaused()).toBe(false);
  const readout = (name: string) => document.querySelector(`[data-readout=${name}]`)?.textContent;
  expect(['your', 'enemy', 'wave', 'accuracy'].map(readout)).toEqual(['0', '0', '1', 'no shots yet']);
});

test('a pause before the first shot says so instead of an accuracy and a streak', () => {
  startGame();
  escape();
  expect(document.querySelector('[data-readout=summary]')?.textContent).toBe(
    'YOUR 0, ENEMY 0, WAVE 1. No shots yet, best wave 1.',
  );
});

/** The server's responses: a leaderboard with one run, and rank 2 for every other. Returns what was sent. */
function serveDaily(day: string) {
  const { run, score } = playDailyByBot(day);
  const entry = { id: '3f0c9a52-6a0e-4b1e-9d0f-1d2c3b4a5f60', initials: 'ACE', score, shots: 9 };
  const sent: { run: string }[] = [];
  const answerTo = (path: string) =>
    path.includes(entry.id)
      ? { ...entry, day, run: encodeRun(run) }
      : path.endsWith('/entries')
        ? { id: entry.id, place: 2 }
        : { day, entries: [entry] };
  const fetch = async (path: string, { body }: { body?: string } = {}) => {
    if (body !== undefined) sent.push(JSON.parse(body));
    return { ok: true, status: 200, json: async () => answerTo(path) };
  };
  Object.assign(window, { fetch });
  return sent;
}

test('a finished daily run can be entered after others were watched, once', async () => {
  const day = '2026-11-22';
  jest.setSystemTime(new Date(`${day}T10:00:00Z`));
  const sent = serveDaily(day);
  renderPage(<Component />, { address: '/projects/tennis-ball-gun' });
  const initials = () => screen.queryByLabelText<HTMLInputElement>('Your initials, three letters');
  const playUntil = (heading: string) => {
    const isThere = () => screen.queryByRole('heading', { name: heading }) !== null;
    for (let second = 0; second < 120 && !isThere(); second += 1) act(() => jest.advanceTimersByTime(1000));
    expect(isThere()).toBe(true);
  };
  const watchAce = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Watch ACE’s run' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'START GAME' })).toBeNull());
    playUntil('END OF REPLAY');
  };
  fireEvent.click(screen.getByRole('radio', { name: /^Daily/ }));
  expect(initials()).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'START GAME' }));
  playUntil('CHALLENGE OVER');
  await watchAce();
  fireEvent.change(initials()!, { target: { value: 'hmc' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add to the leaderboard' }));
  await screen.findByText('Confirmed: rank 2.');
  // The visitor's own run, in which nobody touched a key.
  expect(sent).toMatchObject([{ day, initials: 'HMC' }]);
  expect(decodeRun(sent[0]!.run)?.inputs).toEqual([]);
  await watchAce();
  expect(initials()).toBeNull();
});

test('no control is printed', () => {
  renderPage(<Component />);
  for (const control of screen.getAllByRole('button')) expect(control.closest('.screen-only')).not.toBeNull();
});
