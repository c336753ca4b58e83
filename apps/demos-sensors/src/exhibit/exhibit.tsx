import { useId, type ReactNode, type RefObject } from 'react';
import { Button, Placard, plate } from '@site/ui';
import { useFocusHeir } from '../use-focus-heir.ts';
import type { useMotion } from './use-motion.ts';
import styles from './exhibit.module.css';

interface ExhibitProps {
  readonly title: string;
  readonly sentence: string;
  /** Accessible name of the element that takes pointer and key input, and a description of its keys. */
  readonly stageName: string;
  readonly keys: string;
  readonly stage: RefObject<HTMLDivElement | null>;
  /** The element that is drawn on; text and controls are the children. */
  readonly canvas: ReactNode;
  readonly motion: ReturnType<typeof useMotion>;
  readonly enableMotion: string;
  readonly motionMissing: string;
  readonly howItWorks: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** An exhibit that fills the window, with a placard beside it, as in a museum. H hides the placard. */
export function Exhibit(props: ExhibitProps) {
  const { title, sentence, stageName, keys, stage, canvas, motion, enableMotion, motionMissing, howItWorks } = props;
  const id = useId();
  const enable = useFocusHeir(stage);
  return (
    <div className={`window ${styles.room} ${props.className ?? ''}`}>
      <div
        ref={stage}
        className={`cover ${styles.stage}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it takes key input
        tabIndex={0}
        role="application"
        aria-label={stageName}
        aria-describedby={`${id}-keys`}
      >
        {canvas}
      </div>
      {motion.offered && (
        <div className={`screen-only stack gap-2 ${styles.motion}`}>
          <Button ref={enable} onClick={() => void motion.enable()}>
            {enableMotion}
          </Button>
          <p className={plate('solid', `centered ${styles.motionWords}`)} role="status">
            {motion.motion === 'refused' &&
              'Motion access was denied. Allow motion sensors in the browser’s settings for this site, then tap again.'}
            {motion.motion === 'missing' && motionMissing}
          </p>
        </div>
      )}
      <Placard
        title={title}
        sentence={sentence}
        howItWorks={
          <>
            <p id={`${id}-keys`}>{keys}</p>
            <p>{howItWorks}</p>
          </>
        }
      >
        {props.children}
      </Placard>
    </div>
  );
}

interface SliderProps {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  readonly valueText: string;
  readonly onChange: (value: number) => void;
}

export function Slider({ label, min, max, step, value, valueText, onChange }: SliderProps) {
  return (
    <label className={`stack gap-0 small strong ${styles.slider}`}>
      {label}
      <input
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={valueText}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </label>
  );
}
