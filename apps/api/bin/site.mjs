#!/usr/bin/env node
import { existsSync } from 'node:fs';

const command = new URL('../dist/commands/site-command.js', import.meta.url);
if (existsSync(command)) {
  const { main } = await import(command.href);
  process.exitCode = await main(process.argv.slice(2), process.env);
} else {
  console.error('site: the command is not built yet. Run `npm start` once, or `npx nx build api`.');
  process.exitCode = 1;
}
