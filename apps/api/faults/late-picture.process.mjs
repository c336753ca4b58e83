// The picture process of the built server, delayed: it takes six seconds to load, longer than a picture may take.
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6_000);
await import('./faulty-picture.process.mjs');
