import { useEffect, useRef, useState } from 'react';
import { useMotionPaused } from '@site/host';
import type { Random } from '@site/sim';
import { useFrameLoop } from '@site/stage';
import { Button, plate } from '@site/ui';
import type { Size } from '../engine/layouts.ts';
import { FullWindowDialog } from '../engine/full-window-dialog.tsx';
import { playStream } from '../engine/play-stream.ts';
import { wait } from '../engine/video-frames.ts';
import { createGardenRenderer, flowersInWords, type GardenRenderer, type Growth } from './garden.renderer.ts';
import { DELAY_MS, PHOTO_EVERY_MS } from './garden.model.ts';
import styles from './garden.module.css';

export interface FinishedGarden extends Growth {
  readonly picture: Blob;
  readonly size: Size;
  readonly milliseconds: number;
}

interface GardenDialogProps {
  readonly stream: MediaStream | null;
  /** The image of a front camera is shown mirrored. */
  readonly isMirrored: boolean;
  readonly random: Random;
  readonly onDone: (garden: FinishedGarden) => void;
  readonly onFailed: () => void;
  readonly onCancel: () => void;
}

const percent = (coverage: number) => `${Math.floor(coverage * 100)}%`;

/** The canvases of the flowers. Mounted with the first photo, because the frame loop reads its parts once. */
function GardenCanvases({ renderer }: { readonly renderer: GardenRenderer }) {
  const box = useRef<HTMLDivElement>(null);
  const isPaused = useMotionPaused();
  useEffect(() => box.current?.replaceChildren(renderer.still, renderer.falling), [renderer]);
  useEffect(() => renderer.setStill(isPaused), [renderer, isPaused]);
  useFrameLoop(renderer);
  return <div ref={box} className={`cover ${styles.canvases}`} />;
}

/** The garden, filling the window: one photo a second, until it is full or the visitor ends it. New flowers cause no render. */
export function GardenDialog({ stream, isMirrored, random, onDone, onFailed, onCancel }: GardenDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const meter = useRef<HTMLMeterElement>(null);
  const words = useRef<HTMLParagraphElement>(null);
  const finishButton = useRef<HTMLButtonElement>(null);
  const running = useRef(new AbortController());
  /** Stops planting, but does not close the dialog. */
  const planting = useRef(new AbortController());
  const [renderer, setRenderer] = useState<GardenRenderer>();
  const [phase, setPhase] = useState<'starting' | 'growing' | 'complete' | 'composing'>('starting');
  const startedAt = useRef(0);

  useEffect(() => {
    const controller = new AbortController();
    running.current = controller;
    planting.current = new AbortController();
    return () => {
      controller.abort();
      planting.current.abort();
    };
  }, []);
  useEffect(() => (video.current ? playStream(video.current, stream) : undefined), [stream]);

  const fail = (error: unknown, signal: AbortSignal) => {
    if (signal.aborted) return;
    planting.current.abort();
    console.info('The garden could not be put together.', error);
    onFailed();
  };
  const finish = async (finished: GardenRenderer, delay: number) => {
    planting.current.abort();
    const { signal } = running.current;
    try {
      await wait(delay, signal);
      setPhase('composing');
      // Let the text appear before the picture is composed.
      await wait(0, signal);
      const growth = finished.growth();
      const milliseconds = performance.now() - startedAt.current;
      const picture = await finished.picture();
      signal.throwIfAborted();
      onDone({ ...growth, picture, size: finished.size, milliseconds });
    } catch (error) {
      fail(error, signal);
    }
  };

  const grow = async () => {
    const [element, container] = [video.current, dialog.current];
    if (!element || !container || renderer) return;
    let isEnding = false;
    const report = ({ flowers, coverage, isComplete }: Growth) => {
      if (meter.current) meter.current.value = coverage;
      if (words.current) words.current.textContent = `${flowersInWords(flowers)}, ${percent(coverage)} covered`;
      finishButton.current?.setAttribute('aria-disabled', String(flowers === 0));
      if (!isComplete || isEnding) return;
      isEnding = true;
      setPhase('complete');
      void finish(newRenderer, DELAY_MS);
    };
    const { signal } = planting.current;
    let newRenderer: GardenRenderer;
    try {
      // Canvas memory may run out here, and whenever a flower is added.
      newRenderer = createGardenRenderer({
        width: container.clientWidth,
        height: container.clientHeight,
        random,
        onGrowth: report,
      });
      startedAt.current = performance.now();
      setRenderer(newRenderer);
      setPhase('growing');
      for (let due = startedAt.current; ; due += PHOTO_EVERY_MS) {
        await wait(Math.max(0, due - performance.now()), signal);
        const delay = performance.now() - due;
        // Seconds that passed while the page was suspended, as on a locked phone, are skipped: their flowers would all be the same.
        if (delay >= PHOTO_EVERY_MS) due += delay;
        // No flower is planted on a hidden page, where nobody would see it fall.
        const isSeen = document.visibilityState !== 'hidden' && element.videoWidth > 0;
        if (isSeen) newRenderer.plant(element, element.videoWidth, element.videoHeight);
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
    <FullWindowDialog
      ref={dialog}
      onClose={onCancel}
      // Not Cancel, because a second Enter would press it.
      focusOn={finishButton}
      className={styles.dialog}
      aria-label="Garden"
    >
      {renderer && <GardenCanvases renderer={renderer} />}
      <div className={plate('solid', `row ${styles.panel}`)}>
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
        <div className={`digits ${styles.readouts}`}>
          <p role="status">{sentences[phase]}</p>
          <p ref={words} data-growth>
            0 flowers, 0% covered
          </p>
          <div className={styles.gauge}>
            <meter ref={meter} className={styles.meter} min={0} max={1} aria-label="Coverage" />
            <span className={styles.goal} aria-hidden="true" />
          </div>
        </div>
        <div className={`line ${styles.controls}`}>
          <Button
            ref={finishButton}
            // Not `disabled`, which would move the focus out of the dialog.
            aria-disabled={phase !== 'growing'}
            onClick={() => {
              if (phase === 'growing' && renderer && renderer.growth().flowers > 0) void finish(renderer, 0);
            }}
          >
            Finish now
          </Button>
          <Button look="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </FullWindowDialog>
  );
}
