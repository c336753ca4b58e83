import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useMotionPaused } from '@site/host';
import type { Random } from '@site/sim';
import { useFrameLoop } from '@site/stage';
import { Button } from '@site/ui';
import roomStyles from '../engine/room.module.css';
import type { Size } from '../engine/layouts.ts';
import { wait } from '../engine/video-frames.ts';
import { createBed, flowersInWords, type Bed, type Growth } from './garden.bed.ts';
import { DELAY_MS, PHOTO_EVERY_MS } from './garden.model.ts';
import styles from './garden.module.css';

export interface FinishedGarden extends Growth {
  readonly picture: Blob;
  readonly size: Size;
  readonly milliseconds: number;
}

interface GardenRoomProps {
  readonly stream: MediaStream | null;
  /** The view of a front camera is shown as in a mirror. */
  readonly isMirrored: boolean;
  readonly random: Random;
  readonly onDone: (garden: FinishedGarden) => void;
  readonly onFailed: () => void;
  readonly onCancel: () => void;
}

const percent = (coverage: number) => `${Math.floor(coverage * 100)}%`;

/** Falling flowers over their canvases: exists from the first photo on, so that the loop can read its parts once. */
function Beds({ bed }: { readonly bed: Bed }) {
  const box = useRef<HTMLDivElement>(null);
  const isPaused = useMotionPaused();
  useEffect(() => box.current?.replaceChildren(bed.still, bed.falling), [bed]);
  useEffect(() => bed.setStill(isPaused), [bed, isPaused]);
  useFrameLoop(bed);
  return <div ref={box} className={styles.beds} />;
}

/** The whole window is the garden: a photo a second, until it is full or the visitor says so. No render per flower. */
export function GardenRoom({ stream, isMirrored, random, onDone, onFailed, onCancel }: GardenRoomProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const meter = useRef<HTMLMeterElement>(null);
  const words = useRef<HTMLParagraphElement>(null);
  const finishButton = useRef<HTMLButtonElement>(null);
  const running = useRef(new AbortController());
  /** Ends the planting, not the room. */
  const planting = useRef(new AbortController());
  const [bed, setBed] = useState<Bed>();
  const [phase, setPhase] = useState<'starting' | 'growing' | 'complete' | 'composing'>('starting');
  const begun = useRef(0);

  useEffect(() => {
    const controller = new AbortController();
    running.current = controller;
    planting.current = new AbortController();
    return () => {
      controller.abort();
      planting.current.abort();
    };
  }, []);
  // Not on Cancel, which a second Enter would press; closed while it is in the document, so that the focus goes back to Start.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    finishButton.current?.focus();
    return () => element?.close();
  }, []);
  useEffect(() => {
    const element = video.current;
    if (!element || !stream) return undefined;
    element.srcObject = stream;
    // A stream that is taken away interrupts the play that was asked for.
    element.play().catch(() => {});
    return () => {
      element.srcObject = null;
    };
  }, [stream]);

  const fail = (error: unknown, signal: AbortSignal) => {
    if (signal.aborted) return;
    planting.current.abort();
    console.info('The garden could not be put together.', error);
    onFailed();
  };
  const finish = async (grown: Bed, delay: number) => {
    planting.current.abort();
    const { signal } = running.current;
    try {
      await wait(delay, signal);
      setPhase('composing');
      // The words are shown before the picture is put together.
      await wait(0, signal);
      const growth = grown.growth();
      const milliseconds = performance.now() - begun.current;
      const picture = await grown.picture();
      signal.throwIfAborted();
      onDone({ ...growth, picture, size: grown.size, milliseconds });
    } catch (error) {
      fail(error, signal);
    }
  };

  const grow = async () => {
    const [element, room] = [video.current, dialog.current];
    if (!element || !room || bed) return;
    let isEnding = false;
    const tell = ({ flowers, coverage, isComplete }: Growth) => {
      if (meter.current) meter.current.value = coverage;
      if (words.current) words.current.textContent = `${flowersInWords(flowers)}, ${percent(coverage)} covered`;
      finishButton.current?.setAttribute('aria-disabled', String(flowers === 0));
      if (!isComplete || isEnding) return;
      isEnding = true;
      setPhase('complete');
      void finish(grown, DELAY_MS);
    };
    const { signal } = planting.current;
    let grown: Bed;
    try {
      // Canvas memory may run out here, and again with every flower.
      grown = createBed({ width: room.clientWidth, height: room.clientHeight, random, onGrowth: tell });
      begun.current = performance.now();
      setBed(grown);
      setPhase('growing');
      for (let photo = 0; ; photo += 1) {
        await wait(Math.max(0, begun.current + photo * PHOTO_EVERY_MS - performance.now()), signal);
        // Nobody sees a flower fall on a hidden page.
        const isSeen = document.visibilityState !== 'hidden' && element.videoWidth > 0;
        if (isSeen) grown.plant(element, element.videoWidth, element.videoHeight);
      }
    } catch (error) {
      fail(error, signal);
    }
  };

  const sentences: Record<typeof phase, string> = {
    starting: 'Starting the camera...',
    growing: 'A photo a second becomes a flower',
    complete: 'The garden is full',
    composing: 'Composing...',
  };
  return (
    <dialog
      ref={dialog}
      className={`${roomStyles.dialog} ${styles.room}`}
      aria-label="Garden"
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      {bed && <Beds bed={bed} />}
      <div className={styles.panel}>
        <video
          ref={video}
          className={styles.lens}
          style={isMirrored ? { transform: 'scaleX(-1)' } : {}}
          autoPlay
          muted
          playsInline
          aria-label="Camera view"
          onLoadedData={() => void grow()}
        />
        <div className={styles.readouts}>
          <p role="status">{sentences[phase]}</p>
          <p ref={words} data-growth>
            0 flowers, 0% covered
          </p>
          <div className={styles.gauge}>
            <meter ref={meter} className={styles.meter} min={0} max={1} aria-label="Coverage" />
            <span className={styles.goal} aria-hidden="true" />
          </div>
        </div>
        <div className={styles.hands}>
          <Button
            ref={finishButton}
            className={roomStyles.waits}
            // Not `disabled`, which would drop the focus out of the room.
            aria-disabled={phase !== 'growing'}
            onClick={() => {
              if (phase === 'growing' && bed && bed.growth().flowers > 0) void finish(bed, 0);
            }}
          >
            Finish now
          </Button>
          <Button look="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </dialog>
  );
}
