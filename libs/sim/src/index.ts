export { cos, hypot, sin } from './exact-math.ts';
export { createFixedStep } from './fixed-step.ts';
export { createRandom } from './random.ts';
export type { Random } from './random.ts';
