// The cost of one step of the balls' solver with 333, 3,330 and 33,300 balls, compared with box2d3-wasm and Rapier in the same
// run. `npm run bench -- balls` (BALLS_ROUNDS=n, 3 by default). The scene: radius 7.5 in a box that grows with the number of
// balls, so that they always fill the same share of it, and gravity that grows with the box: like one window with ever smaller
// balls. Engines take turns within each round; only figures from the same run can be compared. Fails if a goal is missed. Processor time
// is counted, not wall-clock time: on a shared core, a step of 30 ms is interrupted and one of 0.1 ms is not, which would look
// like growth.
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { box2d, ours as solver, rapier } from './ball-engines.mjs';
import { median, report, row } from './rows.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const OUT = join(ROOT, 'tmp/bench/balls');
const COUNTS = [333, 3330, 33_300];
const ROUNDS = Number(process.env['BALLS_ROUNDS'] ?? 3);
const RADIUS = 7.5;
/** Warm-up steps, and measured steps. A longer fall would become a pile. */
const STEPS = { pile: [30, 60], fall: [5, 85] };
const MAX_GROWTH = 1.2;
const OURS = 'ours';

async function loadModel() {
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

/** Pseudorandom numbers, the same sequence for every engine. */
function sequence() {
  let state = 333;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

function emptyScene(count) {
  // 333 balls have radius 15 in 1280 by 800; everything is scaled so that the radius is the solver's.
  const scale = RADIUS / (15 * Math.sqrt(333 / count));
  const floats = () => new Float64Array(count);
  const size = { width: 1280 * scale, height: 800 * scale, radius: RADIUS, gravity: 0.2 * scale };
  return { count, ...size, x: floats(), y: floats(), vx: floats(), vy: floats() };
}

const SCENES = {
  /** Hexagonal rows on the floor, with tiny gaps: the dense state in which a simulation spends most of its awake time. */
  pile(count) {
    const scene = emptyScene(count);
    const pitch = 2 * RADIUS * 1.004;
    const perRow = Math.floor((scene.width - RADIUS) / pitch) - 1;
    for (let i = 0; i < count; i += 1) {
      const layer = Math.floor(i / perRow);
      scene.x[i] = RADIUS * 1.01 + (i % perRow) * pitch + (layer % 2) * RADIUS;
      scene.y[i] = scene.height - RADIUS * 1.002 - layer * pitch * Math.sqrt(0.75);
    }
    return scene;
  },
  /** Spread over the upper three quarters, slightly displaced, with speeds up to a tenth of a radius per step. */
  fall(count) {
    const scene = emptyScene(count);
    const random = sequence();
    const columns = Math.ceil(Math.sqrt((count * scene.width) / (0.75 * scene.height)));
    const stepX = (scene.width - 2 * RADIUS) / columns;
    const stepY = (0.75 * scene.height) / Math.ceil(count / columns);
    const jitter = (step) => (random() * 2 - 1) * 0.9 * Math.max(0, step / 2 - RADIUS);
    for (let i = 0; i < count; i += 1) {
      scene.x[i] = RADIUS + ((i % columns) + 0.5) * stepX + jitter(stepX);
      scene.y[i] = RADIUS + (Math.floor(i / columns) + 0.5) * stepY + jitter(stepY);
      scene.vx[i] = (random() * 2 - 1) * 0.1 * RADIUS;
      scene.vy[i] = (random() * 2 - 1) * 0.1 * RADIUS;
    }
    return scene;
  },
};

function measure(engine, name, count) {
  const world = engine(SCENES[name](count));
  const [warm, counted] = STEPS[name];
  const times = [];
  for (let step = 0; step < warm + counted; step += 1) {
    const before = process.cpuUsage();
    world.step();
    const { user, system } = process.cpuUsage(before);
    if (step >= warm) times.push((user + system) / 1000);
  }
  world.free();
  return median(times);
}

const engines = { [OURS]: solver(await loadModel()), 'box2d3-wasm': await box2d(), rapier2d: await rapier() };
const medians = {};
for (let round = 0; round < ROUNDS; round += 1) {
  for (const scene of Object.keys(SCENES)) {
    for (const count of COUNTS) {
      for (const [name, engine] of Object.entries(engines)) {
        (medians[`${scene} ${count} ${name}`] ??= []).push(measure(engine, scene, count));
      }
    }
  }
}
rmSync(OUT, { recursive: true });

const cost = (scene, count, name) => median(medians[`${scene} ${count} ${name}`]);
console.log(`One step in ms of processor time: median of ${ROUNDS} rounds' medians, node ${process.version}\n`);
console.log(
  `${'scene'.padEnd(12)}${Object.keys(engines)
    .map((name) => name.padStart(14))
    .join('')}   ours / best other`,
);
const rows = [];
const others = Object.keys(engines).filter((name) => name !== OURS);
for (const scene of Object.keys(SCENES)) {
  for (const count of COUNTS) {
    const figures = Object.keys(engines).map((name) => cost(scene, count, name));
    const peer = others.toSorted((a, b) => cost(scene, count, a) - cost(scene, count, b))[0];
    const [ours, peerFigure] = [cost(scene, count, OURS), cost(scene, count, peer)];
    const cells = figures.map((each) => each.toFixed(3).padStart(14)).join('');
    console.log(`${`${scene} ${count}`.padEnd(12)}${cells}   ${(ours / peerFigure).toFixed(2)}`);
    const what = `balls: a step of ${count} in a ${scene}`;
    rows.push(row({ what, ours, unit: 'ms', peer, peerFigure, goal: 'faster than the best engine', ok: ours < peerFigure }));
  }
}
for (const scene of Object.keys(SCENES)) {
  const growth = (name) =>
    Math.log(cost(scene, COUNTS.at(-1), name) / cost(scene, COUNTS[0], name)) / Math.log(COUNTS.at(-1) / COUNTS[0]);
  const cells = Object.keys(engines).map((name) => `N^${growth(name).toFixed(2)}`.padStart(14));
  console.log(`${`${scene} growth`.padEnd(12)}${cells.join('')}`);
  const peer = others.toSorted((a, b) => growth(a) - growth(b))[0];
  const ours = growth(OURS);
  const what = `balls: cost growth in a ${scene}, 333 to 33,300`;
  const goal = `at most N^${MAX_GROWTH}`;
  rows.push(row({ what, ours, unit: 'power of N', peer, peerFigure: growth(peer), goal, ok: ours <= MAX_GROWTH }));
}
report('balls', rows);
// The engines' own threads would keep the process alive.
process.exit();
