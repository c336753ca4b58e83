import { decibelsOf, FFT_SIZE, percentOf } from './sound-level.ts';

test('256 points; percent is the mean of the byte bins over 255, from 0 to 100', () => {
  expect(FFT_SIZE).toBe(256);
  expect(percentOf(new Uint8Array(128))).toBe(0);
  expect(percentOf(new Uint8Array(128).fill(255))).toBe(100);
  expect(percentOf(Uint8Array.from([51, 102]))).toBeCloseTo(30, 9);
  expect(percentOf(new Uint8Array(0))).toBe(0);
});

test('a full-scale sine is -3 dBFS, a tenth of its amplitude is 20 dB less, and digital silence has no loudness', () => {
  const sine = (amplitude: number) =>
    Float32Array.from({ length: 256 }, (_, index) => amplitude * Math.sin((2 * Math.PI * index) / 64));
  expect(decibelsOf(sine(1))).toBeCloseTo(-3.0103, 3);
  expect(decibelsOf(sine(0.1))).toBeCloseTo(-23.0103, 3);
  expect(decibelsOf(new Float32Array(256))).toBeNull();
});
