import { useState } from 'react';
import { Switch } from '@site/ui';
import styles from './engine.module.css';

interface Span {
  readonly min: number;
  readonly max: number;
  readonly step?: number;
}

/** Capabilities of a camera that the DOM types lack. */
interface CameraAbilities {
  readonly torch?: boolean;
  readonly zoom?: Span;
  readonly exposureCompensation?: Span;
}

type Setting = Partial<Record<keyof CameraAbilities, number | boolean>>;

const SLIDERS = [
  ['zoom', 'Zoom'],
  ['exposureCompensation', 'Exposure'],
] as const;

const middleOf = ({ min, max }: Span) => (min + max) / 2;

/** Torch, zoom and exposure: whichever of them the running camera offers. */
export function TrackControls({ track }: { readonly track: MediaStreamTrack }) {
  const abilities = (track.getCapabilities?.() ?? {}) as CameraAbilities;
  const [values, setValues] = useState<Setting>(() => track.getSettings() as Setting);
  const set = (setting: Setting) => {
    setValues({ ...values, ...setting });
    // A camera may refuse a value that it offered; the image is then unchanged.
    track
      .applyConstraints({ advanced: [setting as MediaTrackConstraintSet] })
      .catch((error: unknown) => console.info('The camera refused a setting.', error));
  };
  const sliders = SLIDERS.filter(([name]) => (abilities[name]?.max ?? 0) > (abilities[name]?.min ?? 0));
  if (!abilities.torch && sliders.length === 0) return null;
  return (
    <div className={`row ${styles.controls}`} role="group" aria-label="Camera settings">
      {abilities.torch && (
        <Switch isOn={values.torch === true} onChange={(torch) => set({ torch })}>
          Flashlight
        </Switch>
      )}
      {sliders.map(([name, words]) => {
        const span = abilities[name]!;
        return (
          <label key={name} className="touch small strong">
            {words}
            <input
              type="range"
              min={span.min}
              max={span.max}
              step={span.step || 'any'}
              value={Number(values[name] ?? middleOf(span))}
              onChange={(event) => set({ [name]: Number(event.target.value) })}
            />
          </label>
        );
      })}
    </div>
  );
}
