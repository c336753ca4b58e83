import type { MouseEvent } from 'react';
import { Button, saveFile } from '@site/ui';
import styles from '../collages.module.css';
import type { Loop } from './use-loop.ts';

const sizeOf = ({ size }: Blob): string =>
  size < 1_000_000 ? `${Math.ceil(size / 1_000)} kB` : `${(size / 1_000_000).toFixed(1)} MB`;

interface LoopButtonProps {
  readonly loop: Loop;
  readonly fileName: () => string;
}

/** Downloads the picture as a loop, in which one photo after another joins it. Not shown if the browser cannot make loops. */
export function LoopButton({ loop: { state, make, cancel }, fileName }: LoopButtonProps) {
  const download = async () => {
    const file = await make();
    if (file) saveFile(new File([file], fileName(), { type: file.type }));
  };
  // The second click of a double click does not cancel what the first one began.
  const press = (event: MouseEvent) => {
    if (state.step !== 'making') void download();
    else if (event.detail < 2) cancel();
  };
  if (!('OffscreenCanvas' in window)) return null;
  return (
    <Button look="quiet" onClick={press}>
      {state.step === 'making' ? 'Cancel the loop' : 'Download as a loop'}
    </Button>
  );
}

/** In tens: a screen reader reads every change. */
const percentOf = (done: number) => Math.floor(done * 10) * 10;

/** The progress of the loop, beside the buttons. */
export function LoopStatus({ loop: { state } }: { readonly loop: Loop }) {
  switch (state.step) {
    case 'idle':
      return null;
    case 'making':
      return (
        <p className={`strong digits ${styles.notice}`} role="status">
          Making the loop: {percentOf(state.done)}%
        </p>
      );
    case 'made':
      return (
        <p className={`strong digits ${styles.notice}`} role="status">
          The loop is ready: {sizeOf(state.file)}
        </p>
      );
    case 'failed':
      return (
        <p className={`strong bad ${styles.notice}`} role="alert">
          The loop could not be made. The picture is unchanged: try again, or download the picture alone.
        </p>
      );
  }
}
