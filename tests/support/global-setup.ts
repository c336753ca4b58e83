import { makeBaseStore } from './site.ts';

export default makeBaseStore;
