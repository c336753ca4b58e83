/** One step in this many is tried, starting with the last; `npm run test:all` tries each. */
export const KILL_EVERY = Number(process.env['KILL_EVERY'] ?? 4);
