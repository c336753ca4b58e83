#!/usr/bin/env node
import { existsSync } from 'node:fs';

/** A build replaces the command's files while it runs, and loaded modules may need one that is missing at that moment. */
const isHalfReplaced = (error) => error?.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes('/dist/');

// A reader that needs only the first lines (`site status | head`) closes the pipe: the command continues without output.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
});

const command = new URL('../dist/commands/site-command.js', import.meta.url);
async function run() {
  try {
    const { main } = await import(command.href);
    process.exitCode = await main(process.argv.slice(2), process.env);
  } catch (error) {
    if (!isHalfReplaced(error)) throw error;
    console.error(
      `site: ${error.message}\nA build is replacing these files: wait until it finishes, or run \`npx nx build api\`, and try again.`,
    );
    process.exitCode = 1;
  }
}

if (existsSync(command)) {
  // Not awaited: if a request is lost without a trace, the command prints advice as the process exits; `await` would add Node's warning.
  void run();
} else {
  console.error('site: the command has not been built yet. Run `npm start` once, or `npx nx build api`.');
  process.exitCode = 1;
}
