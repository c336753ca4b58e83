// What one tick of the 333 balls' solver costs at 333, 3,330 and 33,300 balls, and how that grows with their number.
// `node tests/bench/balls.mjs`; no outside engine runs beside it yet. Balls keep their diameter of 15 in a box that
// they fill as 333 fill 1280x800.
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');
const OUT = join(ROOT, 'tmp/bench/balls');
const COUNTS = [333, 3330, 33_300];
const ROUNDS = 3;
const WARM_TICKS = 30;
const TICKS = 60;
const GOAL = 1.2;

async function load() {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    resolve: { conditions: ['@site/source'] },
    build: {
      outDir: OUT,
      emptyOutDir: true,
      minify: false,
      target: 'es2022',
      lib: { entry: join(ROOT, 'apps/demos-sensors/src/balls/balls.model.ts'), formats: ['es'], fileName: () => 'model.mjs' },
    },
  });
  return import(pathToFileURL(join(OUT, 'model.mjs')).href);
}

/** A fixed sequence is all that the start needs: the same one in every round. */
function sequence() {
  let state = 333;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

function fill(model, count) {
  const scale = Math.sqrt(count / 333);
  return model.createBalls(1280 * scale, 800 * scale, sequence(), count);
}

/** Hexagonal rows on the floor, a hair apart: the dense state that a tray spends most of its awake time in. */
function pile(model, balls) {
  const pitch = model.DIAMETER * 1.004;
  const perRow = Math.floor((balls.width - model.RADIUS) / pitch) - 1;
  for (let i = 0; i < balls.count; i += 1) {
    const row = Math.floor(i / perRow);
    balls.x[i] = model.RADIUS * 1.01 + (i % perRow) * pitch + (row % 2) * model.RADIUS;
    balls.y[i] = balls.height - model.RADIUS * 1.002 - row * pitch * Math.sqrt(0.75);
  }
  balls.vx.fill(0);
  balls.vy.fill(0);
  balls.work.travel = Infinity;
  return balls;
}

const SCENES = {
  pile,
  fall: (_model, balls) => balls,
};

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

function measure(model, scene, count) {
  const balls = SCENES[scene](model, fill(model, count));
  const times = [];
  for (let tick = 0; tick < WARM_TICKS + TICKS; tick += 1) {
    balls.quietTicks = 0; // A sleeping pile would cost nothing.
    const begin = performance.now();
    model.step(balls);
    if (tick >= WARM_TICKS) times.push(performance.now() - begin);
  }
  return median(times);
}

const model = await load();
const best = {};
for (let round = 0; round < ROUNDS; round += 1) {
  for (const scene of Object.keys(SCENES)) {
    for (const count of COUNTS) {
      const cost = measure(model, scene, count);
      best[`${scene} ${count}`] = Math.min(best[`${scene} ${count}`] ?? Infinity, cost);
    }
  }
}
rmSync(OUT, { recursive: true });

console.log(`One tick in ms: best of ${ROUNDS} rounds' medians of ${TICKS} ticks, node ${process.version}\n`);
console.log(`scene  ${COUNTS.map((count) => String(count).padStart(9)).join('')}   growth`);
let worst = 0;
for (const scene of Object.keys(SCENES)) {
  const costs = COUNTS.map((count) => best[`${scene} ${count}`]);
  const growth = Math.log(costs.at(-1) / costs[0]) / Math.log(COUNTS.at(-1) / COUNTS[0]);
  if (scene === 'pile') worst = growth;
  console.log(`${scene.padEnd(7)}${costs.map((cost) => cost.toFixed(3).padStart(9)).join('')}   N^${growth.toFixed(2)}`);
}
console.log(`\ngoal for the pile: no faster than N^${GOAL}. No outside engine was measured in this run.`);
process.exitCode = worst > GOAL ? 1 : 0;
