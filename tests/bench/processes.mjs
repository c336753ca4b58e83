// Servers as separate processes, which end with the bench that started them.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { FOLDER } from './rows.mjs';

const POLL_MS = 10;
const STOP_MS = 12_000;
const running = new Set();

function signal(child, name) {
  try {
    // A negative number means the whole process group of this child, including its own children.
    process.kill(-child.pid, name);
  } catch {
    // It had already ended.
  }
}

process.once('exit', () => running.forEach((child) => signal(child, 'SIGKILL')));
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => process.exit(1));

/** A folder that is removed when the bench ends, however it ends, after its processes have been killed. */
export function temporaryFolder(name) {
  mkdirSync(FOLDER, { recursive: true });
  const folder = mkdtempSync(join(FOLDER, `${name}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Starts a program and waits until its output contains an address.
 * @param log file for its output
 * @throws Error with the end of the output if it ends early or prints no address in time
 */
export async function startProcess(command, args, { log, cwd, env = {}, waitMs = 30_000 }) {
  const logFile = openSync(log, 'w');
  const start = performance.now();
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', logFile, logFile, 'ipc'],
    // Its own process group.
    detached: true,
  });
  closeSync(logFile);
  running.add(child);
  let hasEnded = false;
  const ended = new Promise((done) => {
    for (const event of ['exit', 'error'])
      child.once(event, () => {
        hasEnded = true;
        running.delete(child);
        done();
      });
  });
  // An idle program must not keep the bench running.
  child.channel?.unref();
  /** Seconds of processor time; only for a program that was started with report-cpu.mjs. */
  const cpuSeconds = () =>
    new Promise((done, fail) => {
      child.channel?.ref();
      child.once('message', (seconds) => {
        child.channel?.unref();
        done(seconds);
      });
      child.send('cpu', (error) => error && fail(error));
    });
  const stop = async () => {
    signal(child, 'SIGTERM');
    await Promise.race([ended, delay(STOP_MS, undefined, { ref: false })]);
    if (!hasEnded) signal(child, 'SIGKILL');
    await ended;
  };
  for (;;) {
    const output = readFileSync(log, 'utf8');
    const url = /running at (http:\/\/\S+)/.exec(output)?.[1];
    if (url) return { url, milliseconds: performance.now() - start, output: () => readFileSync(log, 'utf8'), cpuSeconds, stop };
    if (hasEnded || performance.now() - start > waitMs) {
      await stop();
      throw new Error(`${command} ${args.join(' ')} printed no address:\n${output.slice(-2000)}`);
    }
    await delay(POLL_MS);
  }
}
