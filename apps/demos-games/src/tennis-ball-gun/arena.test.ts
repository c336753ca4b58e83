import { createArena } from './arena.ts';
import { readRecords, saveRecords } from './visitor-records.ts';

test('records of a game in another tab are kept when this one saves its own or is muted', () => {
  const arena = createArena();
  arena.start('endless', 7);
  saveRecords({ bestWave: 10, bestScore: 80, muted: false });
  arena.pause();
  expect(readRecords()).toEqual({ bestWave: 10, bestScore: 80, muted: false });
  saveRecords({ bestWave: 11, bestScore: 90, muted: false });
  arena.setMuted(true);
  expect(readRecords()).toEqual({ bestWave: 11, bestScore: 90, muted: true });
});
