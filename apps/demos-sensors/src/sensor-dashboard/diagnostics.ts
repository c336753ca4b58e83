import { STATE_WORDS, stateOf, stateText, type CardId, type Evidence } from './card-state.ts';
import type { SensorControllerView } from './sensor-controller.ts';
import type { DeviceInfo } from './read-device-info.ts';

/** Sensors that no browser supports; their cards have no adapter. */
export const NEVER: Evidence = { supported: false, permission: 'allowed', isMissing: false, hasValue: false };

/** The text for a bug report: states, reasons, rates and facts about the device. No readings, no position. */
export function diagnosticsOf({ signals, grants }: SensorControllerView, info: DeviceInfo): string {
  const cards: Partial<Record<CardId, { state: string; reason: string; hertz?: number }>> = {};
  for (const [signal, view] of Object.entries(signals) as [keyof typeof signals, (typeof signals)[keyof typeof signals]][]) {
    const rate = view.rate === undefined ? {} : { hertz: Number(view.rate.toFixed(1)) };
    cards[signal] = { state: STATE_WORDS[view.state], reason: stateText(signal, view.evidence), ...rate };
  }
  for (const card of ['temperature', 'pressure', 'humidity'] as const) {
    cards[card] = { state: STATE_WORDS[stateOf(NEVER)], reason: stateText(card, NEVER) };
  }
  const words = (facts: DeviceInfo['device']) => Object.fromEntries(facts.map(({ name, value }) => [name, value]));
  return JSON.stringify({ cards, permissions: grants, device: words(info.device), browser: words(info.browser) }, null, 2);
}
