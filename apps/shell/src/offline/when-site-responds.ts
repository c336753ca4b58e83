const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 30_000;

/** Returns true if the server answers a HEAD request for this page; the service worker handles GET only. */
async function responds(signal: AbortSignal): Promise<boolean> {
  try {
    return (await fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store', redirect: 'error', signal })).ok;
  } catch {
    return false;
  }
}

/**
 * Calls `open` once the site responds. A browser reports that it has a network, not that the site is there, so the site is
 * asked: after a pause that grows, and at once when there is a network again or the visitor returns to the page.
 *
 * @returns a function that stops the requests
 */
export function whenSiteResponds(open: () => void): () => void {
  let pause = FIRST_PAUSE_MS;
  let timer: ReturnType<typeof setTimeout>;
  let asking = new AbortController();
  const askLater = () => {
    timer = setTimeout(() => {
      pause = Math.min(MAX_PAUSE_MS, 2 * pause);
      void ask();
    }, pause);
  };
  const ask = async () => {
    stopAsking();
    asking = new AbortController();
    const { signal } = asking;
    // A request that hangs must not be the last one.
    askLater();
    if (!(await responds(signal)) || signal.aborted) return;
    stop();
    open();
  };
  const stopAsking = () => {
    clearTimeout(timer);
    asking.abort();
  };
  const askAgain = () => {
    if (document.visibilityState === 'hidden') return;
    pause = FIRST_PAUSE_MS;
    void ask();
  };
  const stop = () => {
    stopAsking();
    window.removeEventListener('online', askAgain);
    document.removeEventListener('visibilitychange', askAgain);
  };
  window.addEventListener('online', askAgain);
  document.addEventListener('visibilitychange', askAgain);
  askLater();
  return stop;
}
