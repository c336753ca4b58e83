import { accuracyOf, hashOf, type Game, type Mode, type Run } from '@site/sim/tennis-ball-gun';
import { observeSize } from '@site/stage';
import { nextArena, statusOf, type ArenaEffect, type ArenaEvent, type ArenaState, type Status } from './arena.state.ts';
import { createScreen, type Screen } from './arena.screen.ts';
import { createControls, type Controls, type Point } from './game.input.ts';
import type { DailyRun } from './daily-entries.ts';
import {
  advanceEffects,
  dailyMatch,
  dailyRunOf,
  isMatchOver,
  isPreludeOver,
  linkTextOf,
  playerMatch,
  preludeMatch,
  replayMatch,
  scenarioMatch,
  stepMatch,
} from './match.ts';
import type { Match } from './match.ts';
import { createSound } from './sound.ts';
import { readRecords, saveRecords } from './visitor-records.ts';

export interface Readout extends Pick<Game, 'your' | 'enemy' | 'wave' | 'streak' | 'bestStreak'> {
  readonly accuracy: number | null;
  readonly bestWave: number;
}

interface ArenaListener {
  readonly onStatus: (status: Status) => void;
  readonly onReadout: (readout: Readout) => void;
  /** The score in words, every five seconds of play. */
  readonly onSpeak: (words: string) => void;
}

/** Runs the effects that the arena's rules (`arena.state.ts`) return, on the window, sound and records. A frame causes no render. */
export interface Arena {
  readonly step: () => void;
  readonly draw: (ahead: number) => void;
  readonly controls: Controls;
  attach(hall: HTMLCanvasElement, moving: HTMLCanvasElement, stage: HTMLElement, listener: ArenaListener): () => void;
  toField(clientX: number, clientY: number): Point;
  start(mode: Mode, seed: number): void;
  /** Starts the daily game for the given day. */
  startDaily(day: string): void;
  /** The daily run that has just ended; undefined for every other run. */
  dailyRun(): DailyRun | undefined;
  watch(run: Run): void;
  pause(): void;
  resume(): void;
  /** Motion is paused or resumed on the whole page. A game that is paused for another reason stays paused. */
  setMotion(moves: boolean): void;
  setMuted(muted: boolean): void;
  /** The run so far, encoded for a link; undefined before the first tick and if a link cannot hold it. */
  runText(): string | undefined;
  /** Shows a named run at a tick, as a still or continuing from there. */
  showScenario(name: string, ticks: number, continues: boolean): void;
}

const SPEAK_TICKS = 5 * 60;
/** Before the page is attached there is no stage. */
const NO_STAGE = { width: 1, height: 1 };

export function createArena(): Arena {
  const controls = createControls(() => send({ type: state.phase === 'paused' ? 'resume' : 'pause' }));
  const sound = createSound();
  let state: ArenaState = { phase: 'ready' };
  let match: Match | undefined;
  let screen: Screen | undefined;
  let listener: ArenaListener = { onStatus: () => {}, onReadout: () => {}, onSpeak: () => {} };
  let records = readRecords();
  let ahead = 1;
  let shownReadout = '';

  const stage = () => screen?.size() ?? NO_STAGE;

  function send(event: ArenaEvent): void {
    const [next, effects] = nextArena(state, event);
    state = next;
    for (const effect of effects) run(effect);
  }
  function run(effect: ArenaEffect): void {
    switch (effect.do) {
      case 'show':
        return show(effect.match);
      case 'play-prelude':
        return show(preludeMatch(stage()));
      case 'fit':
        return fit();
      case 'save-records':
        return saveBest();
      case 'release-controls':
        return controls.release();
      case 'unlock-sound':
        return sound.unlock();
      case 'report-status':
        sound.setPaused(state.phase === 'paused');
        return listener.onStatus(statusOf(state));
      case 'read-out':
        return readOut();
    }
  }
  function show(next: Match): void {
    match = next;
    fit();
  }
  function fit(): void {
    if (match) screen?.fit(match);
    paint();
  }
  function saveBest(): void {
    if (!match) return;
    // Another tab may have written since.
    records = readRecords();
    const bestWave = Math.max(records.bestWave, match.game.wave);
    const bestScore = Math.max(records.bestScore, match.game.your);
    if (bestWave === records.bestWave && bestScore === records.bestScore) return;
    records = { ...records, bestWave, bestScore };
    saveRecords(records);
  }
  function paint(): void {
    if (!match) return;
    const isPlayed = (state.phase === 'running' || state.phase === 'paused') && state.inputSource === 'player';
    screen?.paint(match, isPlayed ? controls.crosshair(match.game.cannon) : undefined, ahead);
  }
  function readOut(): void {
    const scored = state.phase === 'ready' ? undefined : match?.game;
    const { your = 0, enemy = 0, wave = 1, streak = 0, bestStreak = 0, shots = 0, hits = 0 } = scored ?? {};
    const readout = { your, enemy, wave, streak, bestStreak, accuracy: accuracyOf({ shots, hits }), bestWave: records.bestWave };
    const key = JSON.stringify(readout);
    if (key === shownReadout) return;
    shownReadout = key;
    listener.onReadout(readout);
  }

  function step(): void {
    if (!match || state.phase === 'still') return;
    // A gamepad sends no events, so it is polled while paused too: its Start button ends the pause.
    if (state.phase === 'paused') return void controls.read(match.game.cannon);
    if (!advanceEffects(match)) return;
    if (state.phase === 'ready' && isPreludeOver(match)) send({ type: 'prelude-ended' });
    if (state.phase !== 'running' && state.phase !== 'ready') return;
    stepMatch(match, screen?.prefersReducedMotion() ?? false);
    if (state.phase === 'ready') match.effects.hitStop = 0;
    else afterStep(match);
  }
  function afterStep(stepped: Match): void {
    const { game, run: replayed } = stepped;
    sound.play(game.events);
    if (game.tick % SPEAK_TICKS === 0) listener.onSpeak(`YOUR ${game.your}, ENEMY ${game.enemy}, WAVE ${game.wave}`);
    if (replayed && game.tick >= replayed.ticks) send({ type: 'replay-ended', isSame: hashOf(game) === replayed.hash });
    else if (isMatchOver(stepped)) send({ type: 'game-over' });
    else if (game.events.some(({ what }) => what === 'wave')) send({ type: 'wave-begun' });
  }

  return {
    step,
    controls,
    draw(next) {
      if (!match) return;
      // Interpolated between the last two ticks, never extrapolated; not while the game is frozen.
      ahead = match.effects.hitStop > 0 || state.phase === 'still' ? 1 : next;
      paint();
      readOut();
    },
    pause: () => send({ type: 'pause' }),
    resume: () => send({ type: 'resume' }),
    setMotion: (moves) => send({ type: moves ? 'motion-started' : 'motion-stopped' }),
    attach(hall, moving, element, nextListener) {
      listener = nextListener;
      screen = createScreen(hall, moving, element);
      sound.setMuted(records.muted);
      shownReadout = '';
      const measure = () => {
        if (element.clientWidth > 0 && element.clientHeight > 0) send({ type: 'resized' });
      };
      const stop = observeSize(element, measure);
      measure();
      readOut();
      return () => {
        stop();
        send({ type: 'left' });
        sound.close();
        screen = undefined;
      };
    },
    toField: (clientX, clientY) => (match && screen?.toField(match, clientX, clientY)) ?? { x: clientX, y: clientY },
    start(mode, seed) {
      send({ type: 'start', match: playerMatch(stage(), mode, seed, ({ cannon }) => controls.read(cannon)) });
    },
    startDaily(day) {
      send({ type: 'start', match: dailyMatch(day, ({ cannon }) => controls.read(cannon)) });
    },
    dailyRun: () => (match && state.phase === 'over' && state.inputSource === 'player' ? dailyRunOf(match) : undefined),
    watch: (recorded) => send({ type: 'watch', match: replayMatch(recorded) }),
    setMuted(muted) {
      records = { ...readRecords(), muted };
      saveRecords(records);
      sound.setMuted(muted);
    },
    runText: () => (match && state.phase !== 'ready' && state.phase !== 'still' ? linkTextOf(match) : undefined),
    showScenario(name, ticks, continues) {
      const shown = scenarioMatch(name, ticks, stage(), continues, screen?.prefersReducedMotion() ?? false);
      if (shown) send({ type: continues ? 'continue-scenario' : 'show-scenario', match: shown });
    },
  };
}
