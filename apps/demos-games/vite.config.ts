import { defineConfig } from 'vite';
import contract from './remote.contract.ts';
import { remoteConfig } from '../../tools/vite/remote.ts';

export default defineConfig(remoteConfig(contract, import.meta.dirname));
