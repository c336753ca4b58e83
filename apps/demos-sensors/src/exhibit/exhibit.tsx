import { useEffect, useId, useState, type ReactNode, type Ref } from 'react';
import { useHost } from '@site/host';
import { Button } from '@site/ui';
import { isTyping } from './is-typing.ts';
import type { useMotion } from './use-motion.ts';
import styles from './exhibit.module.css';

/** Up to this width the placard begins folded: the exhibit owns the window. */
const PHONE_WIDTH = 768;

interface ExhibitProps {
  readonly title: string;
  readonly sentence: string;
  /** Name of the thing that takes pointers and keys, and the words that say which. */
  readonly instrument: string;
  readonly keys: string;
  readonly stage: Ref<HTMLDivElement>;
  /** What is drawn on; its words and controls are the children. */
  readonly canvas: ReactNode;
  readonly motion: ReturnType<typeof useMotion>;
  readonly enableMotion: string;
  readonly motionMissing: string;
  readonly howItWorks: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A full window with one instrument in it and a placard beside it, as a museum would hang it. H hides the placard. */
export function Exhibit(props: ExhibitProps) {
  const { title, sentence, instrument, keys, stage, canvas, motion, enableMotion, motionMissing, howItWorks } = props;
  const [shown, setShown] = useState(true);
  const [open, setOpen] = useState(() => window.innerWidth > PHONE_WIDTH);
  const id = useId();
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'h' && !isTyping(event)) setShown((before) => !before);
    };
    window.addEventListener('keydown', toggle);
    return () => window.removeEventListener('keydown', toggle);
  }, []);

  return (
    <div className={[styles.room, props.className].filter(Boolean).join(' ')}>
      <div
        ref={stage}
        className={styles.stage}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it takes keys: it is an instrument
        tabIndex={0}
        role="application"
        aria-label={instrument}
        aria-describedby={`${id}-keys`}
      >
        {canvas}
      </div>
      {motion.offered && (
        <div className={styles.motion}>
          <Button onClick={() => void motion.enable()}>{enableMotion}</Button>
          <p className={styles.motionWords} role="status">
            {motion.motion === 'refused' &&
              'Motion was refused. Allow motion sensors in this site’s browser settings, then tap again.'}
            {motion.motion === 'missing' && motionMissing}
          </p>
        </div>
      )}
      <section className={styles.placard} aria-labelledby={`${id}-title`} hidden={!shown}>
        <div className={styles.top}>
          <h2 id={`${id}-title`} className={styles.title}>
            {title}
          </h2>
          <Button look="quiet" aria-expanded={open} aria-controls={`${id}-body`} onClick={() => setOpen(!open)}>
            {open ? 'Fold' : 'Unfold'}
          </Button>
        </div>
        <div id={`${id}-body`} className={styles.body} hidden={!open}>
          <p className={styles.sentence}>{sentence}</p>
          {props.children}
          <details className={styles.how}>
            <summary>How it works</summary>
            <p id={`${id}-keys`}>{keys}</p>
            <p>{howItWorks}</p>
          </details>
        </div>
      </section>
    </div>
  );
}

export function Buttons({ children }: { readonly children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}

interface KnobProps {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  readonly valueText: string;
  readonly onChange: (value: number) => void;
}

export function Knob({ label, min, max, step, value, valueText, onChange }: KnobProps) {
  return (
    <label className={styles.slider}>
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

/** Name and words of readouts that the exhibit writes into `[data-readout=name]` without a render. */
export function Readouts({
  ref,
  rows,
}: {
  readonly ref: Ref<HTMLDListElement>;
  readonly rows: readonly (readonly [label: string, name: string, words: string])[];
}) {
  return (
    <dl ref={ref} className={styles.readouts}>
      {rows.map(([label, name, words]) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd data-readout={name}>{words}</dd>
        </div>
      ))}
    </dl>
  );
}

export function FullScreenButton() {
  const toggle = () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  if (!document.fullscreenEnabled) return null;
  return (
    <Button look="quiet" onClick={() => void toggle()}>
      Full screen
    </Button>
  );
}

/** Hands over the page's address, with a file where the device takes one: the share sheet, else the clipboard, else words. */
export function useShare(title: string) {
  const { toast } = useHost();
  return async (link: string, file?: File) => {
    const files = file && navigator.canShare?.({ files: [file] }) ? { files: [file] } : {};
    try {
      if (navigator.share) await navigator.share({ title, url: link, ...files });
      else {
        await navigator.clipboard.writeText(link);
        toast({ title: 'Link copied' });
      }
    } catch (error) {
      const cancelled = error instanceof DOMException && error.name === 'AbortError';
      if (!cancelled) toast({ title: 'This page’s link', description: link });
    }
  };
}
