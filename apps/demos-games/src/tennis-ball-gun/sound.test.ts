import { createSound } from './sound.ts';
import { readRecords, saveRecords } from './visitor-records.ts';

class FakeContext {
  static all: FakeContext[] = [];
  state = 'running';
  currentTime = 0;
  destination = {};
  tones = 0;
  volume = { gain: { value: 1, setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} }, connect: () => this.volume };
  constructor() {
    FakeContext.all.push(this);
  }
  createGain = () => this.volume;
  createOscillator = () => {
    this.tones += 1;
    const frequency = this.volume.gain;
    return { type: '', frequency, connect: () => this.volume, start: () => {}, stop: () => {} };
  };
  suspend = async () => void (this.state = 'suspended');
  resume = async () => void (this.state = 'running');
  close = async () => void (this.state = 'closed');
}

const FIRE = [{ what: 'fire', x: 0, y: 0 }] as const;

beforeEach(() => {
  FakeContext.all = [];
  Object.assign(window, { AudioContext: FakeContext });
  window.localStorage.clear();
});

afterEach(() => {
  jest.restoreAllMocks();
});

test('there is no audio before it is unlocked; then events make sounds, at most four per tick', () => {
  const sound = createSound();
  sound.play(FIRE);
  expect(FakeContext.all).toHaveLength(0);
  sound.unlock();
  sound.play(FIRE);
  sound.unlock();
  expect(FakeContext.all).toHaveLength(1);
  expect(FakeContext.all[0]!.tones).toBe(1);
  sound.play(Array.from({ length: 50 }, () => FIRE[0]));
  expect(FakeContext.all[0]!.tones).toBe(5);
});

test('is silent while muted or paused, and closed at the end', () => {
  const sound = createSound();
  sound.unlock();
  const [audio] = FakeContext.all;
  sound.setMuted(true);
  sound.play(FIRE);
  expect([audio!.state, audio!.tones]).toEqual(['suspended', 0]);
  sound.setMuted(false);
  expect(audio!.state).toBe('running');
  sound.setPaused(true);
  expect(audio!.state).toBe('suspended');
  sound.close();
  expect(audio!.state).toBe('closed');
});

test('a browser without audio plays in silence', () => {
  Object.assign(window, { AudioContext: undefined });
  const sound = createSound();
  sound.unlock();
  expect(() => sound.play(FIRE)).not.toThrow();
});

test('records are restored; garbage and wrong types are ignored', () => {
  const records = { bestWave: 4, bestScore: 30, muted: true };
  saveRecords(records);
  expect(readRecords()).toEqual(records);
  const none = { bestWave: 0, bestScore: 0, muted: false };
  for (const kept of ['{', 'null', '7', '{"bestWave":"9","bestScore":-1,"muted":"yes"}']) {
    window.localStorage.setItem('tennis-ball-gun', kept);
    expect(readRecords()).toEqual(none);
  }
});

test('if storage throws, records last as long as the page', () => {
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(readRecords()).toEqual({ bestWave: 0, bestScore: 0, muted: false });
  saveRecords({ bestWave: 1, bestScore: 1, muted: false });
  expect(readRecords()).toEqual({ bestWave: 1, bestScore: 1, muted: false });
});
