import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

const root = import.meta.dirname;

export default defineConfig({
  root,
  base: '/m/',
  appType: 'custom',
  publicDir: false,
  plugins: [react()],
  resolve: { conditions: ['@site/source', ...defaultClientConditions] },
  define: { __VERSIONS__: '{}' },
  build: {
    target: 'es2022',
    manifest: true,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    outDir: resolve(root, '../../../tmp/bench/monolith'),
    emptyOutDir: true,
    rolldownOptions: { input: resolve(root, 'main.tsx') },
  },
});
