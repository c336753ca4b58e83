const open = new Set<() => Promise<void>>();

/**
 * Registers what a test has opened; answers a `close` that works once. A test that fails does not come to its own end: what it leaves
 * open ends after the last test of its file, because Jest would wait ten minutes for it.
 */
export function closedInTheEnd(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  const once = (): Promise<void> => {
    open.delete(once);
    return (closing ??= close());
  };
  open.add(once);
  return once;
}

afterAll(async () => {
  await Promise.all([...open].map((close) => close()));
});
