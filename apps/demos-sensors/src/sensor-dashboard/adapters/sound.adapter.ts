import type { SensorListener, Stop } from './sensor-listener.ts';
import { decibelsOf, FFT_SIZE, percentOf } from '../measures/sound-level.ts';

/** Twenty readings per second: faster than anyone can read them, and cheap. */
const READING_MILLISECONDS = 50;
/** After this many readings without audio the card says so: Firefox processes none on a machine without a loudspeaker. */
const MAX_IDLE_READINGS = 40;

export interface Microphone {
  readonly stop: Stop;
  /** The latest 128 bins, lowest frequency first; the array is reused. */
  readonly bins: Uint8Array<ArrayBuffer>;
  /** Frequency of the last bin, Hz. */
  readonly highest: number;
}

export const hasMicrophone = (window: Window & typeof globalThis): boolean =>
  Boolean(window.navigator.mediaDevices?.getUserMedia) && typeof window.AudioContext === 'function';

/** Opens the microphone; call it in a tap handler. Automatic gain control is off, because it would mask the loudness. */
export async function openMicrophone(window: Window & typeof globalThis, listener: SensorListener): Promise<Microphone> {
  const { navigator, performance } = window;
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
  });
  const stopTracks = () => stream.getTracks().forEach((track) => track.stop());
  let context: AudioContext | undefined;
  let analyser: AnalyserNode;
  try {
    context = new window.AudioContext();
    analyser = context.createAnalyser();
    analyser.fftSize = FFT_SIZE;
    context.createMediaStreamSource(stream).connect(analyser);
  } catch (error) {
    stopTracks();
    void context?.close();
    throw error;
  }
  void context.resume();
  const bins = new Uint8Array(analyser.frequencyBinCount);
  const samples = new Float32Array(analyser.fftSize);
  let idleReadings = 0;
  const timer = window.setInterval(() => {
    // A suspended context returns zeros, which are not measurements.
    if (context.state !== 'running') {
      idleReadings += 1;
      if (idleReadings === MAX_IDLE_READINGS)
        listener.report('sound', {
          hasValue: false,
          isMissing: true,
          reason: 'The microphone is open, but this browser processes no sound.',
        });
      return;
    }
    idleReadings = 0;
    analyser.getByteFrequencyData(bins);
    analyser.getFloatTimeDomainData(samples);
    listener.sample('sound', performance.now(), [percentOf(bins), decibelsOf(samples)]);
  }, READING_MILLISECONDS);
  const stopped = new AbortController();
  const stop = () => {
    stopped.abort();
    window.clearInterval(timer);
    stopTracks();
    if (context.state !== 'closed') void context.close();
  };
  const onEnded = () => {
    stop();
    listener.report('sound', { hasValue: false, isMissing: true, reason: 'The microphone was disconnected.' });
  };
  // The event may already be on its way when the microphone is stopped, and would then replace the reason for that.
  for (const track of stream.getTracks()) track.addEventListener('ended', onEnded, { signal: stopped.signal });
  return { stop, bins, highest: context.sampleRate / 2 };
}
