// A warning nobody expected is a failure: tests that expect one spy on the method and say so.
for (const method of ['error', 'warn']) {
  console[method] = (...args) => {
    throw new Error(`unexpected console.${method}: ${args.map(String).join(' ')}`);
  };
}
