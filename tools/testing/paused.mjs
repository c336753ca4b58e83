// `npm run test:paused` runs `npm test` while some of its processes, chosen at random, are stopped again and again, for up to 1.2 s each, as
// happens on a machine that is busy with something else. It finds code that assumes one thing ends before another. Arguments name another
// command of package.json, with its own arguments: `npm run test:paused -- test:all --complete`. Linux only.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { descendants } from './processor-time.mjs';

const MAX_PAUSE_MS = 1_200;
/** On average, one to three processes are stopped this often. */
const EVERY_MS = 400;

if (!existsSync('/proc/self/stat')) {
  console.error('npm run test:paused needs /proc, which only Linux has.');
  process.exit(1);
}

/** Sends a signal to a process that may have ended. */
function signal(pid, name) {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

const stopped = new Set();
let count = 0;
let isEnding = false;

async function pause(pid) {
  if (isEnding || stopped.has(pid) || !signal(pid, 'SIGSTOP')) return;
  stopped.add(pid);
  count += 1;
  await delay(Math.random() * MAX_PAUSE_MS);
  signal(pid, 'SIGCONT');
  stopped.delete(pid);
}

function resumeAll() {
  for (const pid of stopped) signal(pid, 'SIGCONT');
}

const [command = 'test', ...rest] = process.argv.slice(2);
const run = spawn('npm', ['run', command, '--', ...rest], { stdio: 'inherit' });
for (const name of ['SIGINT', 'SIGTERM']) {
  process.on(name, () => {
    isEnding = true;
    resumeAll();
    run.kill(name);
  });
}
const ended = new Promise((done) => run.once('close', (code) => done(code ?? 1)));
for (;;) {
  const code = await Promise.race([ended, delay(Math.random() * 2 * EVERY_MS)]);
  if (code !== undefined) {
    process.exitCode = code;
    break;
  }
  const running = descendants();
  for (let left = 1 + Math.floor(Math.random() * 3); left > 0 && running.length > 0; left -= 1) {
    void pause(running[Math.floor(Math.random() * running.length)]);
  }
}
resumeAll();
console.log(`Processes were stopped ${count} times, for up to ${MAX_PAUSE_MS / 1_000} s each.`);
