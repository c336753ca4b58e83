import { makeBase } from './site.ts';

export default makeBase;
