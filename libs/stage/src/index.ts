export { useFrameLoop } from './use-frame-loop.ts';
export { isMobile } from './is-mobile.ts';
export type { FrameLoopParts } from './frame-loop.ts';
