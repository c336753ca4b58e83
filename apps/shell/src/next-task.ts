/** Goes on in a task of its own. */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    // A message is a task that no timer throttles.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
