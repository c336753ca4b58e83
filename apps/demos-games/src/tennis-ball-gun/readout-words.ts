import type { Readout } from './arena.ts';

/** The readouts of the page, as text. */
export function wordsOf({ your, enemy, wave, accuracy, streak, bestStreak, bestWave }: Readout) {
  const hits = accuracy === null ? 'no shots yet' : `${Math.round(accuracy * 100)}%`;
  const shots = accuracy === null ? 'No shots yet' : `Accuracy ${hits}, best streak ${bestStreak}`;
  return {
    your: String(your),
    enemy: String(enemy),
    wave: String(wave),
    accuracy: hits,
    streak: String(streak),
    best: String(bestWave),
    summary: `YOUR ${your}, ENEMY ${enemy}, WAVE ${wave}. ${shots}, best wave ${bestWave}.`,
  };
}
