// The work of a page's main thread, from a trace.

/**
 * Milliseconds of processor time of each task on a page's main thread during `act`, a list for each page that was open. Unlike the
 * page's `longtask` entries, they do not count time in which a busy machine did not schedule the thread.
 */
async function tasksOf(browser, page, act) {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  let trace;
  try {
    await act();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString());
  const isMain = ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain';
  const threads = new Map(traceEvents.filter(isMain).map(({ pid, tid }) => [`${pid} ${tid}`, []]));
  for (const { ph, name, pid, tid, tdur = 0 } of traceEvents)
    if (ph === 'X' && name.endsWith('RunTask')) threads.get(`${pid} ${tid}`)?.push(tdur / 1000);
  const lists = [...threads.values()].filter(({ length }) => length > 0);
  if (lists.length === 0) throw new Error('the trace contains no task of a main thread');
  return lists;
}

/** Milliseconds of processor time of the longest task on the page's main thread during `act`. */
export const longestTask = async (browser, page, act) => Math.max(...(await tasksOf(browser, page, act)).flat());

/** Milliseconds of processor time of all tasks on the page's main thread during `act`. Spare processes of the browser do less. */
export async function taskTime(browser, page, act) {
  const lists = await tasksOf(browser, page, act);
  return Math.max(...lists.map((tasks) => tasks.reduce((sum, ms) => sum + ms, 0)));
}
