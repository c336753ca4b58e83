// Runs a `site` command with the built API, and dies before its step KILL_AT: an operation on a file, a statement of the database, or a call
// to the bucket. `node release-once.mjs <words>`. Prints the number of steps if it survives.
import { join } from 'node:path';
import { countSteps, step, stepsSoFar } from '../../../libs/releases/src/testing/count-steps.mjs';

await countSteps();

const { default: pg } = await import('pg');
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function countedQuery(...words) {
  step();
  return query.apply(this, words);
};
const { fetch } = globalThis;
globalThis.fetch = (...words) => {
  step();
  return fetch(...words);
};

const { main } = await import(join(import.meta.dirname, '../dist/commands/site-command.js'));
const code = await main(process.argv.slice(2), process.env);
console.log(`${stepsSoFar()} steps`);
process.exit(code);
