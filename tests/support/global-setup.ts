import { makeBase } from './base.ts';

export default makeBase;
