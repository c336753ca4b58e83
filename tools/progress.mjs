// Shows what a command is waiting for, and for how long. Uses only Node's own modules.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a piece of work. A terminal shows the elapsed seconds; a log gets a line at the start and one at the end.
 * @param ticks false: something prints meanwhile, so a terminal gets the lines of a log
 * @returns what the work returns
 */
export async function phase(what, work, { ticks = true } = {}) {
  const start = performance.now();
  const seconds = () => `${Math.round((performance.now() - start) / 1000)} s`;
  const isTerminal = ticks && process.stdout.isTTY === true;
  const show = () => process.stdout.write(`\r• ${what} … ${seconds()}`);
  const ticking = isTerminal ? setInterval(show, 1000) : undefined;
  if (isTerminal) show();
  else console.log(`• ${what}`);
  try {
    return await work();
  } finally {
    clearInterval(ticking);
    if (isTerminal) process.stdout.write(`\r• ${what} … ${seconds()}\n`);
    else console.log(ticks ? `  ${seconds()}` : `• ${what}: ${seconds()}`);
  }
}

/** Returns true if the program succeeded; if not, prints all its output. Warnings from a successful run are not actionable. */
export async function runQuietly(command, args, options) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  child.stdout.on('data', (chunk) => said.push(chunk));
  child.stderr.on('data', (chunk) => said.push(chunk));
  const [status] = await once(child, 'close');
  if (status !== 0) process.stderr.write(`\n${Buffer.concat(said)}`);
  return status === 0;
}
