import { createQueryClient } from './query-client.ts';
import { createMotionControl } from './motion.ts';

describe('motion', () => {
  test('starts paused when the visitor prefers reduced motion', () => {
    expect(createMotionControl({ prefersReducedMotion: true, storage: undefined }).isPaused()).toBe(true);
  });

  test('a choice notifies listeners, is remembered, and overrides the preference', () => {
    localStorage.clear();
    const first = createMotionControl({ prefersReducedMotion: true, storage: localStorage });
    const onChange = jest.fn();
    const stop = first.subscribe(onChange);
    first.setPaused(false);
    stop();
    first.setPaused(true);
    first.setPaused(false);
    expect(onChange).toHaveBeenCalledTimes(1);
    expect(createMotionControl({ prefersReducedMotion: true, storage: localStorage }).isPaused()).toBe(false);
  });

  test('a choice that is not remembered lasts for this visit and leaves an earlier choice unchanged', () => {
    localStorage.clear();
    for (const choice of [null, 'paused']) {
      const motion = createMotionControl({ prefersReducedMotion: true, storage: localStorage });
      motion.setPaused(false, false);
      expect(motion.isPaused()).toBe(false);
      expect(localStorage.getItem('motion')).toBe(choice);
      motion.setPaused(true);
    }
  });
});

describe('queries', () => {
  const respond = (status: number, body: string) => {
    const fetched = jest.fn(() => Promise.resolve(new Response(body, { status })));
    globalThis.fetch = fetched;
    return fetched;
  };

  test('request the first element of their key, with credentials', async () => {
    const fetched = respond(200, '{"n":1}');
    await expect(createQueryClient().fetchQuery({ queryKey: ['/api/numbers', 'x'] })).resolves.toEqual({ n: 1 });
    expect(fetched).toHaveBeenCalledWith('/api/numbers', expect.objectContaining({ method: 'GET', credentials: 'same-origin' }));
  });

  test('throw on 401 and are not retried', async () => {
    const fetched = respond(401, 'closed');
    await expect(createQueryClient().fetchQuery({ queryKey: ['/api/drafts'] })).rejects.toThrow('401: closed');
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  test('fail while the browser considers itself offline, instead of waiting for the connection', async () => {
    globalThis.fetch = jest.fn(() => Promise.reject(new TypeError('Failed to fetch')));
    const client = createQueryClient();
    client.mount();
    window.dispatchEvent(new Event('offline'));
    try {
      await expect(client.fetchQuery({ queryKey: ['/api/numbers'] })).rejects.toThrow('Failed to fetch');
    } finally {
      window.dispatchEvent(new Event('online'));
      client.unmount();
    }
  });

  test('reject keys that are not API paths', async () => {
    await expect(createQueryClient().fetchQuery({ queryKey: ['https://elsewhere.example'] })).rejects.toThrow(
      'must be a path under /api/',
    );
  });
});
