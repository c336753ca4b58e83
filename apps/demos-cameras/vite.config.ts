import { defineConfig } from 'vite';
import sharing from './content/gallery.json' with { type: 'json' };
import contract from './remote.contract.ts';
import { remoteConfig } from '../../tools/vite/remote.ts';
import { parseSharingSettings } from './src/gallery/sharing-settings.ts';

// A wrong setting breaks the build rather than the page.
parseSharingSettings(sharing, 'content/gallery.json');

export default defineConfig(remoteConfig(contract, import.meta.dirname));
