// Fifty random walks over the camera pages, different each time; `npm run test:all` always takes the same four.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', '--config', 'tests/playwright.config.ts', '--reporter=list', 'camera-walks'],
  { stdio: 'inherit', env: { ...process.env, CAMERA_WALKS: '50', CAMERA_WALKS_SEED: process.argv[2] ?? String(Date.now()) } },
);
process.exitCode = status ?? 1;
