import { defineConfig } from 'vite';
import words from './content/satire-clock.json' with { type: 'json' };
import contract from './remote.contract.ts';
import { remoteConfig } from '../../tools/vite/remote.ts';
import { parseSatireWords } from './src/clocks/satire/satire-words.ts';

// Invalid words break the build rather than the page.
parseSatireWords(words, 'content/satire-clock.json');

export default defineConfig(remoteConfig(contract, import.meta.dirname));
