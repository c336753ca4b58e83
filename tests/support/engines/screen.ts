import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const START_MS = 120_000;

/** Starts a virtual screen, and returns its name for DISPLAY. @throws if Xvfb is not installed or does not start */
export async function startScreen(): Promise<{ readonly display: string; readonly screen: ChildProcess }> {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1400x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const started = once(screen.stdout, 'data', { signal: AbortSignal.timeout(START_MS) });
  const failed = once(screen, 'error').then(([error]) => Promise.reject(error));
  const [chunk] = (await Promise.race([started, failed])) as [Buffer];
  return { display: `:${chunk.toString().trim()}`, screen };
}

/** Ends a process, and waits until it has ended. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}
