import { decodeRun } from '@site/sim/tennis-ball-gun';
import { linkTextOf, playerMatch } from './match.ts';

/** The longest run that a link can replay: an hour, in ticks. */
const HOUR = 60 * 60 * 60;

test('a run longer than an hour has no link, because the page would call it damaged', () => {
  const match = playerMatch({ width: 1000, height: 700 }, 'endless', 7, () => ({ move: 0, fire: false, aim: 0 }));
  match.game.tick = HOUR;
  expect(decodeRun(linkTextOf(match)!)?.ticks).toBe(HOUR);
  match.game.tick = HOUR + 1;
  expect(linkTextOf(match)).toBeUndefined();
});
