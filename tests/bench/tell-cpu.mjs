// Loaded into a server by a bench (`node --import`): tells the processor time that it has used, all threads together, when asked.
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send((user + system) / 1e6);
});
process.channel?.unref();
