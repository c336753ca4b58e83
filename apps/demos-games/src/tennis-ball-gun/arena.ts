import { createRandom, type Random } from '@site/sim';
import type { Game, Input, Mode } from './bodies.ts';
import { createBot } from './bot.ts';
import { createEffects, feel, settle, type Effects } from './effects.ts';
import { fieldFor, scaleFor, type Size } from './field-view.ts';
import { createPicture, type GamePicture } from './game.draw.ts';
import { createControls, type Controls, type Place } from './game.input.ts';
import { accuracyOf, createGame, diceOf, hashOf, step as stepGame } from './game.model.ts';
import { runScenario } from './game.scenarios.ts';
import { createPlayer, createRecorder, encodeRun, MOST_LINK_CHARACTERS, type Recorder, type Run } from './replay.ts';
import { createSound } from './sound.ts';
import { keepRecords, readRecords } from './visitor-records.ts';

/** `watched`: a replay that came to its end. */
type Phase = 'ready' | 'running' | 'paused' | 'over' | 'watched';

export interface Status {
  readonly phase: Phase;
  readonly watching: boolean;
  /** After a replay: whether it came out as the run did. */
  readonly isSame: boolean;
}

export interface Readout extends Pick<Game, 'your' | 'enemy' | 'wave' | 'streak' | 'bestStreak'> {
  readonly accuracy: number | null;
  readonly bestWave: number;
}

interface Audience {
  readonly onStatus: (status: Status) => void;
  readonly onReadout: (readout: Readout) => void;
  /** The score in words, every five seconds of play. */
  readonly onSpeak: (words: string) => void;
}

/** Between model and page: knows the window, the sound, the records. React never sees a frame of it. */
export interface Arena {
  readonly step: () => void;
  readonly draw: (ahead: number) => void;
  readonly controls: Controls;
  attach(hall: HTMLCanvasElement, moving: HTMLCanvasElement, stage: HTMLElement, audience: Audience): () => void;
  toField(clientX: number, clientY: number): Place;
  start(mode: Mode, seed: number): void;
  watch(run: Run): void;
  pause(): void;
  resume(): void;
  /** Motion stops or goes on for the whole page. What else paused the game keeps it so. */
  setMotion(moves: boolean): void;
  setMuted(muted: boolean): void;
  /** The run so far as link text; undefined before the first tick and for runs too long for a link. */
  runText(): string | undefined;
  /** Shows a named run at a tick, standing still or going on from there by itself. */
  showScenario(name: string, ticks: number, goesOn: boolean): void;
}

const SPEAK_TICKS = 5 * 60;
/** The game behind the start screen is in full swing when the page opens, and begins anew after a minute. */
const PRELUDE = { seed: 1408, from: 540, until: 3600 } as const;

export function createArena(): Arena {
  const controls = createControls(() => (status.phase === 'paused' ? resume() : pause()));
  const sound = createSound();
  let records = readRecords();
  let audience: Audience = { onStatus: () => {}, onReadout: () => {}, onSpeak: () => {} };
  let stillness: Pick<MediaQueryList, 'matches'> = { matches: false };
  let picture: GamePicture | undefined;
  let canvas: HTMLCanvasElement | undefined;
  let stage: Size = { width: 1, height: 1 };
  let ratio = 1;
  let status: Status = { phase: 'ready', watching: false, isSame: false };
  let effects: Effects = createEffects();
  let sparks: Random = createRandom(1);
  let game: Game | undefined;
  let dice: Random = diceOf(0);
  let play: (game: Game) => Input = createBot();
  let recorder: Recorder = createRecorder();
  let watched: Run | undefined;
  let aim = 0;
  let ahead = 1;
  let isStill = false;
  let isStoppedByMotion = false;
  let shownReadout = '';

  const tell = (next: Partial<Status>) => {
    status = { ...status, ...next };
    sound.setResting(status.phase === 'paused');
    audience.onStatus(status);
  };

  function begin(next: Game, player: (game: Game) => Input, dicing: Random = diceOf(next.seed)): void {
    game = next;
    dice = dicing;
    play = player;
    recorder = createRecorder();
    effects = createEffects();
    sparks = createRandom(next.seed);
    aim = 0;
    isStill = false;
    fit();
  }
  function prelude(): void {
    const field = fieldFor(stage);
    const shown = createGame({ ...field, seed: PRELUDE.seed, mode: 'endless' });
    begin(shown, createBot());
    for (let tick = 0; tick < PRELUDE.from; tick += 1) stepGame(shown, play(shown), dice);
    aim = shown.cannon.aim;
    paint();
  }

  function step(): void {
    if (!game || isStill) return;
    // The gamepad alone is asked and does not tell: its Start button ends the pause as well.
    if (status.phase === 'paused') return void controls.read(game.cannon);
    settle(effects);
    if (effects.hitStop > 0) {
      effects.hitStop -= 1;
      return;
    }
    if (status.phase === 'ready' && game.tick >= PRELUDE.until) prelude();
    if (status.phase !== 'running' && status.phase !== 'ready') return;
    const input = play(game);
    // The aim counts at the very tick of a shot: the cannon's last tick of cooldown ends before it fires.
    recorder.note(game.tick, input, game.cannon.cooldown <= 1);
    aim = input.aim;
    stepGame(game, input, dice);
    feel(effects, game.events, sparks, stillness.matches);
    if (status.phase === 'ready') effects.hitStop = 0;
    else afterStep(game);
  }
  function afterStep(played: Game): void {
    sound.play(played.events);
    if (played.tick % SPEAK_TICKS === 0) {
      audience.onSpeak(`YOUR ${played.your}, ENEMY ${played.enemy}, WAVE ${played.wave}`);
    }
    if (watched && played.tick >= watched.ticks) {
      tell({ phase: 'watched', isSame: hashOf(played) === watched.hash });
    } else if (played.over) {
      keep();
      tell({ phase: 'over' });
    } else if (played.events.some(({ what }) => what === 'wave')) keep();
  }
  function keep(): void {
    if (!game || watched || status.phase === 'ready') return;
    const bestWave = Math.max(records.bestWave, game.wave);
    const bestScore = Math.max(records.bestScore, game.your);
    if (bestWave === records.bestWave && bestScore === records.bestScore) return;
    records = { ...records, bestWave, bestScore };
    keepRecords(records);
  }

  function draw(next: number): void {
    if (!game) return;
    // Between the last two ticks, never beyond the newer one; while the game holds its breath there is no between.
    ahead = effects.hitStop > 0 || isStill ? 1 : next;
    paint();
    readOut();
  }
  function paint(): void {
    if (!game || !picture) return;
    const plays = status.phase === 'running' || status.phase === 'paused';
    const crosshair = plays && !status.watching ? controls.crosshair(game.cannon) : undefined;
    picture.draw(game, { effects, aim, crosshair, ahead });
  }
  function readOut(): void {
    const scored = game && (status.phase !== 'ready' || isStill) ? game : undefined;
    const { your = 0, enemy = 0, wave = 1, streak = 0, bestStreak = 0, shots = 0, hits = 0 } = scored ?? {};
    const readout = { your, enemy, wave, streak, bestStreak, accuracy: accuracyOf({ shots, hits }), bestWave: records.bestWave };
    const key = JSON.stringify(readout);
    if (key === shownReadout) return;
    shownReadout = key;
    audience.onReadout(readout);
  }
  function fit(): void {
    if (!game || !picture) return;
    picture.fit(game, scaleFor(game, stage), ratio);
    paint();
  }
  function measure(element: HTMLElement): void {
    stage = { width: element.clientWidth, height: element.clientHeight };
    ratio = window.devicePixelRatio || 1;
    if (stage.width < 1 || stage.height < 1) return;
    if (status.phase === 'ready' && !isStill) prelude();
    else fit();
  }
  function pause(): void {
    if (status.phase !== 'running') return;
    controls.release();
    keep();
    tell({ phase: 'paused' });
    readOut();
  }
  function resume(): void {
    if (status.phase !== 'paused') return;
    controls.release();
    tell({ phase: 'running' });
  }
  function setMotion(moves: boolean): void {
    if (moves && isStoppedByMotion) resume();
    isStoppedByMotion = !moves && status.phase === 'running';
    if (!moves) pause();
  }

  return {
    step,
    draw,
    controls,
    pause,
    resume,
    setMotion,
    attach(hall, moving, element, nextAudience) {
      audience = nextAudience;
      canvas = moving;
      picture = createPicture(hall, moving);
      stillness = window.matchMedia('(prefers-reduced-motion: reduce)');
      sound.setMuted(records.muted);
      shownReadout = '';
      const observer = new ResizeObserver(() => measure(element));
      observer.observe(element);
      measure(element);
      readOut();
      return () => {
        observer.disconnect();
        keep();
        sound.close();
        picture = undefined;
      };
    },
    toField(clientX, clientY) {
      const box = canvas?.getBoundingClientRect();
      if (!box || !game || box.width === 0) return { x: clientX, y: clientY };
      const scale = game.width / box.width;
      return { x: (clientX - box.left) * scale, y: (clientY - box.top) * scale };
    },
    start(mode, seed) {
      keep();
      watched = undefined;
      controls.release();
      begin(createGame({ ...fieldFor(stage), seed, mode }), (played) => controls.read(played.cannon));
      sound.unlock();
      tell({ phase: 'running', watching: false, isSame: false });
      readOut();
    },
    watch(run) {
      keep();
      watched = run;
      const input = createPlayer(run);
      begin(createGame(run), ({ tick }) => input(tick));
      sound.unlock();
      tell({ phase: 'running', watching: true, isSame: false });
      readOut();
    },
    setMuted(muted) {
      records = { ...records, muted };
      keepRecords(records);
      sound.setMuted(muted);
    },
    runText() {
      if (!game || game.tick === 0 || status.phase === 'ready') return undefined;
      if (watched) return encodeRun(watched);
      const { width, height, seed, mode, tick } = game;
      const text = encodeRun({ width, height, seed, mode, ticks: tick, hash: hashOf(game), inputs: recorder.inputs() });
      return text.length <= MOST_LINK_CHARACTERS ? text : undefined;
    },
    showScenario(name, ticks, goesOn) {
      const random = createRandom(7);
      const felt = createEffects();
      const shown = runScenario(name, ticks, fieldFor(stage), ({ events }) => {
        settle(felt);
        feel(felt, events, random, stillness.matches);
      });
      if (!shown) return;
      begin(shown.game, shown.play, shown.dice);
      effects = goesOn ? effects : { ...felt, shake: 0 };
      aim = shown.game.cannon.aim;
      isStill = !goesOn;
      if (goesOn) tell({ phase: 'running', watching: true });
      paint();
      readOut();
    },
  };
}
