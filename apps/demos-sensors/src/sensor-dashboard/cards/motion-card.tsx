import type { SignalView } from '../sensor-store.ts';
import { CARD_TITLES } from '../card-state.ts';
import type { Range } from '../measures/chart-scale.ts';
import type { SensorController } from '../sensor-controller.ts';
import { hertz } from '../measures/readings.ts';
import { ReadoutTable } from './readout-table.tsx';
import { SensorCard } from './sensor-card.tsx';
import { SIGNALS, type SignalId } from '../measures/signals.ts';
import { StripChart } from './strip-chart.tsx';
import { ZeroButton } from './zero-button.tsx';

const symmetric = (unit: string, ...limits: readonly number[]): readonly { readonly name: string; readonly range: Range }[] =>
  limits.map((limit) => ({ name: `±${limit} ${unit}`, range: { low: -limit, high: limit } }));

const CHARTS = {
  accelerometer: { minSpan: 2, decimals: 2, scales: symmetric('m/s²', 2, 12, 40) },
  gyroscope: { minSpan: 10, decimals: 1, scales: symmetric('°/s', 20, 200, 1000) },
} as const;

interface MotionCardProps {
  readonly controller: SensorController;
  readonly signal: keyof typeof CHARTS & SignalId;
  readonly view: SignalView;
}

/** Accelerometer or gyroscope: three current values, their statistics, and a chart. */
export function MotionCard({ controller, signal, view }: MotionCardProps) {
  const { minSpan, decimals, scales } = CHARTS[signal];
  const title = CARD_TITLES[signal];
  const rate = view.state === 'live' ? hertz(view.rate) : undefined;
  const hasPicture = view.state === 'live' || controller.store.trace(signal).length > 0;
  return (
    <SensorCard card={signal} evidence={view.evidence} size="half" aside={rate} onStart={() => void controller.enable(signal)}>
      <ReadoutTable
        signal={signal}
        view={view}
        columns={3}
        drawn={3}
        decimals={decimals}
        caption={`${title}, the last 30 seconds`}
      />
      {hasPicture && (
        <StripChart
          controller={controller}
          signal={signal}
          title={title}
          unit={SIGNALS[signal][0]?.unit ?? ''}
          columns={3}
          minSpan={minSpan}
          zero={view.zero}
          scales={scales}
        >
          <ZeroButton controller={controller} signal={signal} view={view} title={title} />
        </StripChart>
      )}
    </SensorCard>
  );
}
