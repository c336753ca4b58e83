// Loaded into a server by a bench (`node --import`): reports its processor time, all threads together, on request.
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send((user + system) / 1e6);
});
process.channel?.unref();
