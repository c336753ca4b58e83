import { fromBase64Url, toBase64Url } from './base64url.ts';
import type { Input, Mode } from './bodies.ts';

/** A complete run: its start, its inputs by tick, and its result. */
export interface Run {
  readonly width: number;
  readonly height: number;
  readonly seed: number;
  readonly mode: Mode;
  readonly ticks: number;
  /** hashOf() at the end; a replay that ends differently says so. */
  readonly hash: number;
  /** Each entry applies from its tick until the next entry. */
  readonly inputs: readonly TimedInput[];
}

interface TimedInput extends Input {
  readonly tick: number;
}

const VERSION = 1;
/** Some chat programs and mail servers reject longer links; the page then offers no link. */
const MAX_LINK_CHARACTERS = 30_000;
const MAX_TICKS = 60 * 60 * 60;

export interface Recorder {
  /** Records the input of the next tick. `mayFire` is true if a shot is possible; only then is the aim recorded. */
  note(tick: number, input: Input, mayFire: boolean): void;
  inputs(): readonly TimedInput[];
}

/** Records changes only: moves and presses when they change, the aim when a shot uses it. */
export function createRecorder(): Recorder {
  const kept: TimedInput[] = [];
  let last: Input = { move: 0, fire: false, aim: 0 };
  return {
    note(tick, { move, fire, aim }, mayFire) {
      const usedAim = fire && mayFire ? aim : last.aim;
      if (move === last.move && fire === last.fire && usedAim === last.aim) return;
      last = { move, fire, aim: usedAim };
      kept.push({ tick, ...last });
    },
    inputs: () => kept,
  };
}

/** Replays the inputs of a run, tick by tick from 0. */
export function createPlayer({ inputs }: Pick<Run, 'inputs'>): (tick: number) => Input {
  let next = 0;
  let current: Input = { move: 0, fire: false, aim: 0 };
  return (tick) => {
    for (let entry = inputs[next]; entry && entry.tick <= tick; entry = inputs[next]) {
      current = entry;
      next += 1;
    }
    return current;
  };
}

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const unzigzag = (value: number): number => (value % 2 === 1 ? -(value + 1) / 2 : value / 2);

/** A run as URL-safe text: numbers with seven bits per byte, aims as differences, in base64url. */
export function encodeRun({ width, height, seed, mode, ticks, hash, inputs }: Run): string {
  const bytes: number[] = [];
  const put = (value: number) => {
    let rest = value;
    while (rest >= 128) {
      bytes.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    bytes.push(rest);
  };
  for (const value of [VERSION, width, height, seed >>> 0, mode === 'challenge' ? 1 : 0, ticks, hash, inputs.length]) put(value);
  let lastTick = 0;
  let lastAim = 0;
  for (const { tick, move, fire, aim } of inputs) {
    const turned = aim !== lastAim;
    put((tick - lastTick) * 12 + (move + 1) * 4 + (fire ? 2 : 0) + (turned ? 1 : 0));
    if (turned) put(zigzag(aim - lastAim));
    lastTick = tick;
    lastAim = aim;
  }
  return toBase64Url(bytes);
}

/** Reads a run from a link; returns undefined for anything but a whole, plausible run. */
export function decodeRun(text: string): Run | undefined {
  if (text.length > MAX_LINK_CHARACTERS) return undefined;
  const bytes = fromBase64Url(text);
  if (!bytes) return undefined;
  let at = 0;
  const take = (): number => {
    let value = 0;
    for (let scale = 1; at < bytes.length && scale <= 128 ** 5; scale *= 128) {
      const byte = bytes[at] ?? 0;
      at += 1;
      value += (byte % 128) * scale;
      if (byte < 128) return value;
    }
    return Number.NaN;
  };
  const [version, width = 0, height = 0, seed = 0, challenge, ticks = 0, hash = 0, count = 0] = Array.from({ length: 8 }, take);
  if (version !== VERSION || !isBetween(width, 100, 1400) || !isBetween(height, 100, 900)) return undefined;
  if (!isBetween(ticks, 0, MAX_TICKS) || !isBetween(count, 0, bytes.length) || !isBetween(seed, 0, 0xffffffff)) return undefined;
  const inputs: TimedInput[] = [];
  let tick = 0;
  let aim = 0;
  for (let entry = 0; entry < count; entry += 1) {
    const head = take();
    if (Number.isNaN(head)) return undefined;
    tick += Math.floor(head / 12);
    if (head % 2 === 1) aim += unzigzag(take());
    if (Number.isNaN(aim) || Math.abs(aim) > 2048) return undefined;
    const move = (Math.floor((head % 12) / 4) - 1) as -1 | 0 | 1; // 0, 1 or 2, less one
    inputs.push({ tick, move, fire: head % 4 >= 2, aim });
  }
  if (at !== bytes.length) return undefined;
  return { width, height, seed, mode: challenge === 1 ? 'challenge' : 'endless', ticks, hash, inputs };
}

const isBetween = (value: number, min: number, max: number): boolean => value >= min && value <= max;
