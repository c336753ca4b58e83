import { keepPage } from './keep-page.ts';

test('a worker that could not be registered, for want of a network, is registered for the next exhibit', async () => {
  const kept: unknown[] = [];
  const worker = { postMessage: (path: unknown) => kept.push(path) };
  const register = jest.fn().mockRejectedValueOnce(new TypeError('network')).mockResolvedValue({ active: worker });
  const createPolicy = jest.fn(() => ({ createScriptURL: () => '/offline-worker.js' }));
  const idle: (() => void)[] = [];
  const browser = {
    document: { readyState: 'complete' },
    navigator: { serviceWorker: { register } },
    trustedTypes: { createPolicy },
    requestIdleCallback: (act: () => void) => idle.push(act),
  };
  for (const path of ['/projects/clocks', '/projects/333-balls', '/projects/monet-paint']) {
    keepPage(browser as unknown as Parameters<typeof keepPage>[0], path);
    idle.pop()?.();
    await new Promise((resolve) => setTimeout(resolve));
  }
  expect(kept).toEqual(['/projects/333-balls', '/projects/monet-paint']);
  expect(register).toHaveBeenCalledTimes(2);
  // A browser refuses to make it twice.
  expect(createPolicy).toHaveBeenCalledTimes(1);
});
