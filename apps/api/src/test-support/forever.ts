/** Milliseconds, for a limit that must not decide a test: longer than any test, and still a delay that timers accept. */
export const FOREVER_MS = 1e9;
