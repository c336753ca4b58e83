export { useFrameLoop } from './use-frame-loop.ts';
export { isMobile } from './is-mobile.ts';
export { onNextFrame } from './next-frame.ts';
export { beginPress, continuePress, isClick, throwVelocity } from './press.ts';
export type { Press } from './press.ts';
export { readScenario } from './scenario.ts';
export { startFrameLoop } from './frame-loop.ts';
export type { FrameLoop } from './frame-loop.ts';
export { createWakeLock } from './wake-lock.ts';
