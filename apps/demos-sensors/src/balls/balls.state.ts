import type { Balls } from './balls.rules.ts';

export type SimulationState =
  /** The window has no size yet, so there are no balls. */
  | { readonly phase: 'empty'; readonly isPaused: boolean }
  | { readonly phase: 'rolling'; readonly balls: Balls }
  /** Motion is paused. Input is ignored, because its effects would accumulate unseen. */
  | { readonly phase: 'resting'; readonly balls: Balls };

export type SimulationEvent = { readonly type: 'pause' | 'resume' } | { readonly type: 'fill'; readonly balls: Balls };

export type SimulationEffect = 'draw' | 'read-out';

/** What each event does to the simulation. */
export function nextSimulation(
  state: SimulationState,
  event: SimulationEvent,
): readonly [SimulationState, readonly SimulationEffect[]] {
  if (event.type === 'fill') {
    const isPaused = state.phase === 'empty' ? state.isPaused : state.phase === 'resting';
    return [{ phase: isPaused ? 'resting' : 'rolling', balls: event.balls }, ['draw', 'read-out']];
  }
  const isPaused = event.type === 'pause';
  if (state.phase === 'empty') return [{ phase: 'empty', isPaused }, []];
  return [{ phase: isPaused ? 'resting' : 'rolling', balls: state.balls }, ['read-out']];
}
