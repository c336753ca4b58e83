import type { GameEvent } from '@site/sim/tennis-ball-gun';

/** Master volume, 0 to 1; low, because visitors may not expect sound. */
const VOLUME = 0.32;
/** Maximum sounds per tick: a hundred bounces at once are noise. */
const MAX_SOUNDS = 4;

export interface Sound {
  /** Call it in a click handler, because browsers block audio otherwise. */
  unlock(): void;
  setMuted(muted: boolean): void;
  /** Silence while the game is paused. */
  setPaused(paused: boolean): void;
  play(events: readonly GameEvent[]): void;
  close(): void;
}

interface Voice {
  readonly wave: OscillatorType;
  /** Hz at the beginning and at the end. */
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
  readonly gain: number;
  readonly delay?: number;
}

/** Every sound consists of swept tones, so there is nothing to download. */
const VOICES: Readonly<Record<GameEvent['what'], readonly Voice[]>> = {
  fire: [{ wave: 'triangle', from: 420, to: 90, seconds: 0.09, gain: 0.5 }],
  bounce: [{ wave: 'sine', from: 210, to: 150, seconds: 0.04, gain: 0.16 }],
  clank: [{ wave: 'square', from: 180, to: 120, seconds: 0.05, gain: 0.12 }],
  block: [
    { wave: 'square', from: 1320, to: 1180, seconds: 0.16, gain: 0.14 },
    { wave: 'sine', from: 1975, to: 1760, seconds: 0.22, gain: 0.16 },
  ],
  hit: [{ wave: 'sawtooth', from: 300, to: 110, seconds: 0.08, gain: 0.22 }],
  kill: [
    { wave: 'triangle', from: 440, to: 450, seconds: 0.09, gain: 0.4 },
    { wave: 'triangle', from: 659, to: 670, seconds: 0.1, gain: 0.4, delay: 0.06 },
    { wave: 'triangle', from: 880, to: 900, seconds: 0.16, gain: 0.4, delay: 0.12 },
  ],
  crumble: [{ wave: 'sawtooth', from: 140, to: 40, seconds: 0.3, gain: 0.3 }],
  breach: [{ wave: 'sawtooth', from: 120, to: 60, seconds: 0.45, gain: 0.4 }],
  wave: [
    { wave: 'square', from: 392, to: 392, seconds: 0.12, gain: 0.16 },
    { wave: 'square', from: 523, to: 523, seconds: 0.12, gain: 0.16, delay: 0.12 },
    { wave: 'square', from: 784, to: 784, seconds: 0.3, gain: 0.16, delay: 0.24 },
  ],
  over: [{ wave: 'sawtooth', from: 220, to: 55, seconds: 0.9, gain: 0.4 }],
};

export function createSound(): Sound {
  let context: AudioContext | undefined;
  let out: GainNode | undefined;
  let muted = false;
  let paused = false;
  let played = 0;

  function apply(): void {
    if (out) out.gain.value = muted ? 0 : VOLUME;
    if (!context || context.state === 'closed') return;
    // A browser may refuse; the game continues without sound.
    void (paused || muted ? context.suspend() : context.resume()).catch(() => undefined);
  }
  function speak({ wave, from, to, seconds, gain, delay = 0 }: Voice, audio: AudioContext, target: AudioNode): void {
    const start = audio.currentTime + delay;
    const tone = audio.createOscillator();
    const level = audio.createGain();
    // The pitch varies a little, because the same pop twelve times a second is tiring.
    played = (played + 5) % 12;
    const tune = 1 + (played - 6) / 160;
    tone.type = wave;
    tone.frequency.setValueAtTime(from * tune, start);
    tone.frequency.exponentialRampToValueAtTime(to * tune, start + seconds);
    level.gain.setValueAtTime(gain, start);
    level.gain.exponentialRampToValueAtTime(0.001, start + seconds);
    tone.connect(level).connect(target);
    tone.start(start);
    tone.stop(start + seconds);
  }

  return {
    unlock() {
      if (!context && typeof AudioContext === 'function') {
        context = new AudioContext();
        out = context.createGain();
        out.connect(context.destination);
      }
      paused = false;
      apply();
    },
    setMuted(next) {
      muted = next;
      apply();
    },
    setPaused(next) {
      paused = next;
      apply();
    },
    play(events) {
      if (!context || !out || muted || context.state !== 'running') return;
      for (const { what } of events.slice(0, MAX_SOUNDS)) {
        for (const voice of VOICES[what]) speak(voice, context, out);
      }
    },
    close() {
      void context?.close().catch(() => undefined);
      context = undefined;
    },
  };
}
