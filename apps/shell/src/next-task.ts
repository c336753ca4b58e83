/** Continues in a new task. */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    // Unlike timers, message events are not throttled.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
