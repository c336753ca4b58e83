import { startFrameLoop } from './frame-loop.ts';

function aWindow() {
  let pending: FrameRequestCallback | undefined;
  const listeners = new Set<() => void>();
  const document = {
    visibilityState: 'visible',
    addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
  };
  const fake = {
    document,
    requestAnimationFrame: (callback: FrameRequestCallback) => {
      pending = callback;
      return 1;
    },
    cancelAnimationFrame: () => {
      pending = undefined;
    },
  };
  return {
    window: fake as unknown as Window,
    hasRequest: () => pending !== undefined,
    frame: (now: number) => pending?.(now),
    setVisibility: (state: string) => {
      document.visibilityState = state;
      for (const listener of listeners) listener();
    },
    listeners,
  };
}

function run(world: ReturnType<typeof aWindow>, from: number, frames: number): void {
  for (let frame = 0; frame <= frames; frame += 1) world.frame(from + (frame * 1000) / 60);
}

test('requests no frame before it starts, and none while paused', () => {
  const world = aWindow();
  const loop = startFrameLoop(world.window, { step: () => {}, draw: () => {} });
  expect(world.hasRequest()).toBe(false);
  loop.setPaused(false);
  expect(world.hasRequest()).toBe(true);
  loop.setPaused(true);
  expect(world.hasRequest()).toBe(false);
});

test('stops while the page is hidden, and does not catch up when it is shown again', () => {
  const world = aWindow();
  let steps = 0;
  const loop = startFrameLoop(world.window, { step: () => (steps += 1), draw: () => {} });
  loop.setPaused(false);
  run(world, 0, 60);
  expect(steps).toBe(60);
  world.setVisibility('hidden');
  expect(world.hasRequest()).toBe(false);
  world.setVisibility('visible');
  world.frame(60_000);
  expect(steps).toBe(60);
});

test('at half rate the simulation keeps its steps, and only every second frame is drawn', () => {
  const world = aWindow();
  let steps = 0;
  let drawn = 0;
  const loop = startFrameLoop(world.window, { step: () => (steps += 1), draw: () => (drawn += 1), halfRate: true });
  loop.setPaused(false);
  run(world, 0, 60);
  expect(steps).toBe(60);
  expect(drawn).toBe(30);
});

test('stopping cancels its frame and removes its listener', () => {
  const world = aWindow();
  const loop = startFrameLoop(world.window, { step: () => {}, draw: () => {} });
  loop.setPaused(false);
  expect(world.hasRequest()).toBe(true);
  expect(world.listeners.size).toBe(1);
  loop.stop();
  expect(world.hasRequest()).toBe(false);
  expect(world.listeners.size).toBe(0);
});
