// The work of a page's main thread, from a trace.

/**
 * Milliseconds of processor time of the longest task on the page's main thread during `act`. Unlike the page's `longtask`
 * entries, it does not count time in which a busy machine did not schedule the thread.
 */
export async function longestTask(browser, page, act) {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  let trace;
  try {
    await act();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString());
  const isMain = ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain';
  const threads = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = traceEvents.filter(
    ({ ph, name, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && threads.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error('the trace contains no task of a main thread');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000));
}
