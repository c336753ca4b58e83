const open = new Set<() => Promise<void>>();

/**
 * Registers something that a test opened; returns a `close` that works once. What a failed test leaves open is closed after the last test
 * of its file, because Jest would wait ten minutes for it.
 */
export function closeAtEnd(close: () => Promise<void>): () => Promise<void> {
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
