/** One step in so many is tried, beginning with the last; `npm run test:all` tries each. */
export const KILL_EVERY = Number(process.env['KILL_EVERY'] ?? 4);
