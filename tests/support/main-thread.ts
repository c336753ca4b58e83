import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the thread's own processor time. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
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
