// Collects the garbage of a store with the built library, as the command does, and dies before file operation number KILL_AT.
// `node collect-one.mjs <store> <time>`; KEY is the signing key. Prints the number of steps if it survives.
import { rm, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { countSteps, stepsSoFar } from './count-steps.mjs';

const [root, time] = process.argv.slice(2);
await countSteps();

const dist = join(import.meta.dirname, '../../dist');
const { collectGarbage } = await import(join(dist, 'collect-garbage.js'));
const { parseVerifyingKey } = await import(join(dist, 'signing.js'));

/** File by file, so that it can die between two of them. */
async function remove(folder) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await rm(join(entry.parentPath, entry.name));
  await rm(folder, { recursive: true });
}

await collectGarbage(root, { verifying: parseVerifyingKey(process.env['KEY'] ?? '') }, new Date(time), remove);
console.log(stepsSoFar());
