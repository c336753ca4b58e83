// The picture worker of the built server, which takes a second and a half to load.
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
await import('../dist/gallery/picture.worker.js');
