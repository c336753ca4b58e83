#!/usr/bin/env node
import { existsSync } from 'node:fs';

const cli = new URL('../dist/cli.js', import.meta.url);
if (existsSync(cli)) {
  const { main } = await import(cli.href);
  process.exitCode = await main(process.argv.slice(2), process.env);
} else {
  console.error('site: the command is not built yet. Run `npm start` once, or `npx nx build releases`.');
  process.exitCode = 1;
}
