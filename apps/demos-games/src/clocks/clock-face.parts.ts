/** The parts of the analog clock's face, in hundredths of its radius from its center; hands point to twelve. */

const MARK_RADIUS = 89;

function sizeOfMark(minute: number): number {
  if (minute === 0) return 3.6;
  return minute % 5 === 0 ? 2.2 : 0.75;
}

export const MARKS = Array.from({ length: 60 }, (_, minute) => {
  const angle = (minute / 60) * 2 * Math.PI;
  return { minute, x: Math.sin(angle) * MARK_RADIUS, y: -Math.cos(angle) * MARK_RADIUS, radius: sizeOfMark(minute) };
});

export const NUMERALS = [
  { text: '12', x: 0, y: -70 },
  { text: '3', x: 73, y: 0 },
  { text: '6', x: 0, y: 71 },
  { text: '9', x: -73, y: 0 },
];

/** The light that rides on each hand. */
export const DISCS = [
  { hand: 'hour', color: '--orange', y: -33, radius: 30 },
  { hand: 'minute', color: '--sky', y: -55, radius: 20 },
  { hand: 'second', color: '--rose', y: -76, radius: 10 },
] as const;

export const HANDS = [
  { hand: 'hour', from: 0, to: -48, width: 6 },
  { hand: 'minute', from: 0, to: -74, width: 3.6 },
  { hand: 'second', from: 16, to: -84, width: 1.2 },
] as const;
