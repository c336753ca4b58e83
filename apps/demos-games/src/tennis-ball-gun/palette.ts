import type { Kind } from '@site/sim/tennis-ball-gun';

/** The arena is a lit hall at night in both color schemes, so that the header's white links are readable on it. */
export const HALL = {
  roof: '#0a0824',
  back: '#1c1250',
  floorGlow: '#43207e',
  court: '#1d4fa8',
  courtDark: '#153b80',
  line: '#f4f7ff',
};
export const LIGHT = {
  white: '#ffffff',
  ball: '#dcff3c',
  ballSeam: '#7f9c10',
  shield: '#9fe8ff',
  foam: '#ffb45e',
  orange: '#ff8a1f',
  sky: '#35b6ff',
  rose: '#ff5f8f',
  green: '#3fe06b',
  ink: '#0a0820',
  steel: '#d9def0',
};
/** Kinds differ by crest and emblem as well as by color. */
export const KIND_COLORS: Readonly<Record<Kind, { readonly body: string; readonly shade: string; readonly light: string }>> = {
  red: { body: '#ff4b52', shade: '#b3142d', light: '#ffb0a8' },
  blue: { body: '#3f9bff', shade: '#1a4fc0', light: '#b8dcff' },
  green: { body: '#3fd968', shade: '#127a3c', light: '#c2ffd0' },
  yellow: { body: '#ffd02e', shade: '#b57c00', light: '#fff1b0' },
};
export const READY = '#3fe06b';
export const RELOADING = '#ff4b52';
