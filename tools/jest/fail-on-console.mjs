// A warning nobody expected is a failure: a test that expects one spies on the method and says so.
for (const method of ['error', 'warn']) {
  console[method] = (...args) => {
    throw new Error(`unexpected console.${method}: ${args.map(String).join(' ')}`);
  };
}
