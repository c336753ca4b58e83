import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds on the clock. */
  readonly ts: number;
  readonly dur?: number;
  /** Microseconds of the thread's own processor time. */
  readonly tdur?: number;
  readonly args: { readonly name?: string; readonly data?: { readonly type?: string } };
}

/** Everything that the page's main thread did while something was done. */
async function mainThreadEvents(
  browser: Browser,
  page: Page,
  categories: readonly string[],
  act: () => Promise<void>,
): Promise<TraceEvent[]> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata', ...categories] });
  let trace: Buffer | undefined;
  try {
    await act();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return traceEvents.filter(({ pid, tid }) => threads.has(`${pid} ${tid}`));
}

const isTask = ({ ph, name }: TraceEvent): boolean => ph === 'X' && name.endsWith('RunTask');

const endOf = ({ ts, dur = 0 }: TraceEvent): number => ts + dur;

/**
 * Milliseconds of processor time of the longest tasks on the page's main thread while something is done, longest first.
 * Unlike the `longtask` entries of the page it does not count the time in which a busy machine gave the thread nothing to
 * run on; on a machine of its own both agree.
 */
export async function longestTasks(browser: Browser, page: Page, act: () => Promise<void>): Promise<number[]> {
  const tasks = (await mainThreadEvents(browser, page, [], act)).filter(isTask).map(({ tdur = 0 }) => tdur / 1000);
  if (tasks.length === 0) throw new Error('the trace holds no task of a main thread');
  return tasks.toSorted((a, b) => b - a).slice(0, 10);
}

/**
 * Milliseconds of processor time of all tasks from a key's event to the end of the frame that paints what the page marks
 * with `performance.mark(mark)`: what the key costs on a machine of its own, apart from waiting for the screen's next frame.
 */
export async function timeToPaint(browser: Browser, page: Page, mark: string, act: () => Promise<void>): Promise<number> {
  const events = await mainThreadEvents(browser, page, ['devtools.timeline', 'blink.user_timing'], act);
  const key = events.find(({ name, args }) => name === 'EventDispatch' && args.data?.type === 'keydown');
  const marked = events.find(({ name }) => name === mark);
  const painted = marked && events.find(({ name, ts }) => name === 'Paint' && ts > marked.ts);
  if (!key || !painted) throw new Error(`the trace holds ${key ? `no paint after "${mark}"` : 'no key'}`);
  const tasks = events.filter(
    (event) => event.pid === key.pid && event.tid === key.tid && isTask(event) && endOf(event) > key.ts && event.ts < painted.ts,
  );
  // A task may stand within another of the same name; it is counted once.
  const outer = tasks.filter(
    (task) => !tasks.some((other) => other !== task && other.ts <= task.ts && endOf(other) >= endOf(task)),
  );
  return outer.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000;
}
