/** 256 samples give 128 frequency bins. */
export const FFT_SIZE = 256;

/** 0 to 100: the mean of the analyser's bytes, where 255 is the loudest. */
export function percentOf(bins: Uint8Array): number {
  let sum = 0;
  for (const bin of bins) sum += bin;
  return bins.length === 0 ? 0 : (sum / bins.length / 255) * 100;
}

/** Root mean square in decibels relative to full scale (0 is the loudest value of the microphone); digital silence has none. */
export function decibelsOf(samples: Float32Array): number | null {
  let squares = 0;
  for (const sample of samples) squares += sample * sample;
  const power = samples.length === 0 ? 0 : squares / samples.length;
  return power === 0 ? null : 10 * Math.log10(power);
}
