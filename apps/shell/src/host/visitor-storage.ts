/** The browser's storage, or nothing where reading it is refused (blocked cookies, some private windows). */
export function visitorStorage(window: Window): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}
