import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Camera } from '../engine/facing.ts';
import type { Size } from '../engine/layouts.ts';
import { drawThumbnail, type Mosaic } from '../engine/mosaic.ts';
import { TrackControls } from '../engine/track-controls.tsx';
import { Viewfinder } from '../engine/viewfinder.tsx';
import { capture, photosOf, type CaptureOptions, type Collage, type Phase } from './capture.ts';
import { CaptureDialog } from './capture-dialog.tsx';
import type { Recipe } from './recipe.ts';
import styles from './collages.module.css';

/** Size of each photo in the strip, in pixels. */
const THUMBNAIL = { width: 48, height: 60 };

interface CaptureOverlayProps {
  readonly recipe: Recipe;
  readonly stream: MediaStream | null;
  readonly camera: Camera | undefined;
  readonly options: CaptureOptions;
  /** Frame size assumed until the camera's own is known. */
  readonly expectedSize: Size;
  readonly onDone: (collage: Collage) => void;
  readonly onFailed: () => void;
  readonly onCancel: () => void;
  /** Switches to another camera; offered until the shutter is pressed. */
  readonly children?: ReactNode;
}

/** Viewfinder, shutter and counter. Photos change the counter, the bar and the picture directly: no render per photo. */
export function CaptureOverlay(props: CaptureOverlayProps) {
  const { recipe, stream, camera, options, expectedSize, onDone, onFailed, onCancel, children } = props;
  /** The shape of the last camera that showed a frame: after a switch it stays until the next camera does. */
  const [size, setSize] = useState<Size | null>(null);
  const [shownStream, setShownStream] = useState<MediaStream | null>(null);
  const [phase, setPhase] = useState<Phase>('ready');
  const [left, setLeft] = useState(0);
  const [mosaic, setMosaic] = useState<Mosaic>();
  const video = useRef<HTMLVideoElement>(null);
  const counter = useRef<HTMLSpanElement>(null);
  const progress = useRef<HTMLProgressElement>(null);
  const strip = useRef<HTMLCanvasElement>(null);
  const shutter = useRef<HTMLButtonElement>(null);
  const running = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    running.current = controller;
    return () => controller.abort();
  }, []);

  const count = photosOf(recipe, options);
  const shown = size ?? expectedSize;
  const live = useMemo(() => recipe.layoutFor(shown), [recipe, shown]);
  // From the first photo on, the shape is locked, even if the camera's changes.
  const layout = mosaic?.layout ?? live;
  const isPreviewMirrored = camera?.facing === 'user';

  const shoot = async () => {
    const { signal } = running.current;
    const onPhoto = (photo: number) => {
      if (counter.current) counter.current.textContent = recipe.counter(photo, count);
      if (progress.current) progress.current.value = photo;
      if (strip.current && video.current) {
        drawThumbnail(strip.current, video.current, { ...THUMBNAIL, x: (photo - 1) * THUMBNAIL.width, y: 0 });
      }
    };
    const events = { onPhase: setPhase, onCountdown: setLeft, onMosaic: setMosaic, onPhoto };
    try {
      onDone(await capture(video.current!, recipe, live, options, events, signal));
    } catch (error) {
      if (signal.aborted) return;
      console.info('The picture could not be put together.', error);
      onFailed();
    }
  };

  const track = stream?.getVideoTracks()[0];
  const isReady = phase === 'ready' && stream !== null && shownStream === stream;
  const words: Record<Phase, string> = {
    ready: isReady ? 'Press the shutter' : 'Starting the camera...',
    countdown: 'Get ready',
    capturing: recipe.capturingNote ?? 'Capturing...',
    pause: 'All photos taken',
    composing: 'Composing...',
  };
  return (
    <CaptureDialog
      name="Camera"
      focusOn={shutter}
      onCancel={onCancel}
      top={
        <>
          <span ref={counter} className={`heading-xl digits ${styles.counter}`} data-counter>
            {recipe.counter(0, count)}
          </span>
          <span className={`soft ${styles.phase}`} role="status">
            {words[phase]}
          </span>
        </>
      }
    >
      <progress ref={progress} className={styles.progress} max={count} value={0} aria-label="Photos taken" />
      <Viewfinder
        video={video}
        stream={stream}
        layout={layout}
        isMirrored={isPreviewMirrored}
        canvas={mosaic?.canvas}
        isCanvasMirrored={isPreviewMirrored !== options.isMirrored}
        onSize={(next) => {
          setSize((before) => (before?.width === next.width && before.height === next.height ? before : next));
          setShownStream(stream);
        }}
      >
        {phase === 'countdown' && <span className={`cover ${styles.countdown}`}>{left}</span>}
      </Viewfinder>
      {recipe.hasThumbnails && (
        <canvas
          ref={strip}
          className={styles.strip}
          width={count * THUMBNAIL.width}
          height={THUMBNAIL.height}
          role="img"
          aria-label="Thumbnails of the photos taken"
        />
      )}
      <div className={`row gap-4 ${styles.controls} ${styles.shooting}`}>
        <div>{phase === 'ready' && children}</div>
        <button
          ref={shutter}
          type="button"
          className={styles.shutter}
          aria-label="Take the photos"
          // Not `disabled`, which would move the focus out of the dialog.
          aria-disabled={!isReady}
          onClick={() => isReady && void shoot()}
        />
        <div className={`line ${styles.settings}`}>
          {track && phase === 'ready' && <TrackControls key={track.id} track={track} />}
        </div>
      </div>
    </CaptureDialog>
  );
}
