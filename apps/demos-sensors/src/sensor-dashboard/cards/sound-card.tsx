import { useCallback, useRef } from 'react';
import type { SignalView } from '../sensor-store.ts';
import { SensorCanvas, type Drawing } from '../drawings/sensor-canvas.tsx';
import type { SensorController } from '../sensor-controller.ts';
import { hertz } from '../measures/readings.ts';
import { ReadoutTable } from './readout-table.tsx';
import { SensorCard } from './sensor-card.tsx';
import { FFT_SIZE } from '../measures/sound-level.ts';
import { drawSpectrum } from '../drawings/spectrum.draw.ts';
import { StripChart } from './strip-chart.tsx';

const SCALES = [
  { name: '0 to 100 %', range: { low: 0, high: 100 } },
  { name: '0 to 25 %', range: { low: 0, high: 25 } },
];

/** Loudness, spectrum and history. */
export function SoundCard({ controller, view }: { readonly controller: SensorController; readonly view: SignalView }) {
  const peaks = useRef(new Float32Array(FFT_SIZE / 2));
  const draw = useCallback<Drawing>(
    (context, area) => {
      const microphone = controller.store.isLive('sound') ? controller.microphone() : undefined;
      drawSpectrum(context, area, microphone?.bins, peaks.current, microphone?.highest);
    },
    [controller],
  );
  const isLive = view.state === 'live';
  return (
    <SensorCard
      card="sound"
      evidence={view.evidence}
      size="half"
      aside={isLive ? hertz(view.rate) : undefined}
      onStart={() => void controller.enable('sound')}
    >
      <ReadoutTable signal="sound" view={view} columns={2} drawn={1} decimals={1} caption="Sound level, the last 30 seconds" />
      {(isLive || controller.store.trace('sound').length > 0) && (
        <>
          <StripChart
            controller={controller}
            signal="sound"
            title="Sound level"
            unit="percent"
            columns={1}
            minSpan={10}
            floor={0}
            scales={SCALES}
          />
          <SensorCanvas label="Spectrum of the sound, low frequencies on the left" shape="low" draw={draw} />
        </>
      )}
      <p className="note">
        Percent is the mean of {FFT_SIZE / 2} frequency bins. dBFS counts down from the loudest level the microphone can report;
        it is not calibrated to sound pressure.
      </p>
    </SensorCard>
  );
}
