// Runs a `site` command with the built API, and dies before its step KILL_AT: a file operation, a database statement, or a call
// to the bucket. `node release-once.mjs <args>`. Prints the number of steps if it survives.
import { join } from 'node:path';
import { countSteps, step, stepsSoFar } from '../../../libs/releases/src/testing/count-steps.mjs';

await countSteps();

const { default: pg } = await import('pg');
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function countedQuery(...args) {
  step();
  return query.apply(this, args);
};
const { fetch } = globalThis;
globalThis.fetch = (...args) => {
  step();
  return fetch(...args);
};

const { main } = await import(join(import.meta.dirname, '../dist/commands/site-command.js'));
const code = await main(process.argv.slice(2), process.env);
console.log(`${stepsSoFar()} steps`);
process.exit(code);
