export { useFrameLoop } from './use-frame-loop.ts';
export type { FrameLoopParts } from './frame-loop.ts';
