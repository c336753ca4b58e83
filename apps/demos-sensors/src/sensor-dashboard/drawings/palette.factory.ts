/** Colors whose names say what they are for. */
export const PALETTE = {
  ink: 'ink',
  soft: 'soft',
  line: 'line',
  series: ['one', 'two', 'three'],
  disc: 'disc',
  bubble: 'bubble',
  blend: 'multiply',
  font: '600 11px sans-serif',
} as const;
