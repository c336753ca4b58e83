import { ValueClasses } from '../value-classes.ts';

/** Load times in milliseconds: bounds are 41% apart, from 16 ms to 8.7 minutes, which is precise enough for decisions about speed. */
export const LOAD_TIMES = new ValueClasses({ first: 16, perOctave: 2, last: 31 });
